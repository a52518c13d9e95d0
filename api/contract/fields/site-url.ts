/** Placeholder in the built pages. The server replaces it when it serves them. */
export const SITE_URL = 'https://site-url.invalid'
