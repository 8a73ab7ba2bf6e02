/**
 * Where Debian's webkit2gtk-driver, which brings the browser that it drives, and its xvfb, the screen for that, have put
 * their programs; undefined for what is not installed.
 */
export function findWebKit(): { driver: string | undefined; display: string | undefined }
