import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// On a busy machine a part that is loaded when it is first shown takes longer than the second of both defaults.
const waitMs = 60_000
configure({ asyncUtilTimeout: waitMs })
const { waitFor } = vi
vi.waitFor = (callback, options = waitMs) => waitFor(callback, options)
