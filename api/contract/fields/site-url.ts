/** Stands for the site's own address in the built pages: it is known only when they are served. */
export const SITE_URL = 'https://site-url.invalid'
