type LoaderArgs<Data> = { request: Request; serverLoader: () => Promise<Data> }

/** What a fetcher has instead of data. `failure` has the `status` of an answer, where there was one. */
export type Failed = { failure: unknown }

export const isFailed = (data: object | undefined): data is Failed => data !== undefined && 'failure' in data

/**
 * For the client loader of a page that asks its own loader again by a fetcher, with this parameter in the address: says
 * why, where it cannot be had. React Router shows what a fetcher's loader throws in the stead of the whole page.
 */
export async function dataOrFailure<Data>(
  { request, serverLoader }: LoaderArgs<Data>,
  parameter: string,
): Promise<Data | Failed> {
  if (!new URL(request.url).searchParams.has(parameter)) return serverLoader()
  return serverLoader().catch((failure: unknown) => ({ failure }))
}
