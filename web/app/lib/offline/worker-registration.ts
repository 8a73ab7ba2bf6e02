/** The one worker of the site: notices, and what is readable offline. */
export const workerAddress = '/worker.js'

export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(workerAddress, { scope: '/', updateViaCache: 'none' })
