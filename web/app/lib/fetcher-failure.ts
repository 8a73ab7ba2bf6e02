type LoaderArgs<Data> = { request: Request; serverLoader: () => Promise<Data> }

/**
 * For the client loader of a page that asks its own loader again by a fetcher, with this parameter in the address: null
 * where it cannot be had. React Router shows what a fetcher's loader throws in the stead of the whole page.
 */
export async function nullIfLost<Data>(
  { request, serverLoader }: LoaderArgs<Data>,
  parameter: string,
): Promise<Data | null> {
  if (!new URL(request.url).searchParams.has(parameter)) return serverLoader()
  return serverLoader().catch(() => null)
}
