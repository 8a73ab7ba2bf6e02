import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'

export const moderatorKeys = { all: ['moderators'] as const }

/** Who moderates, and who is invited to. */
export const moderatorsQuery = () =>
  queryOptions({
    queryKey: moderatorKeys.all,
    queryFn: ({ signal }) => sendRequest(api.moderators.list, {}, { signal }),
    throwOnError: false,
  })
