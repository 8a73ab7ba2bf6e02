/** Of a telephone and of a desk: both with TEST_MATRIX=full, else the one on which less has room. */
export const widths = process.env.TEST_MATRIX === 'full' ? ([360, 1280] as const) : ([360] as const)
export type Width = 360 | 1280
