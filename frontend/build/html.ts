import { createHash } from 'node:crypto'
import { SITE_URL } from '@firsttouch/api/contract/fields/site-url'
import type { Head } from '../src/site/page.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, mark => `&#${mark.codePointAt(0)};`)

export const headTags = (path: string, { title, description, search, data = [] }: Head): string => {
  const address = `${SITE_URL}${path}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...(search !== 'hidden'
      ? [
          `<link rel="canonical" href="${address}" />`,
          `<meta property="og:type" content="website" />`,
          `<meta property="og:site_name" content="Firsttouch" />`,
          `<meta property="og:locale" content="en_GB" />`,
          `<meta property="og:title" content="${escapeHtml(title)}" />`,
          `<meta property="og:description" content="${escapeHtml(description)}" />`,
          `<meta property="og:url" content="${address}" />`,
          `<meta property="og:image" content="${SITE_URL}/share.png" />`,
          `<meta property="og:image:width" content="1200" />`,
          `<meta property="og:image:height" content="630" />`,
          `<meta name="twitter:card" content="summary_large_image" />`,
        ]
      : [`<meta name="robots" content="noindex" />`]),
    ...data.map(
      one => `<script type="application/ld+json">${JSON.stringify(one).replaceAll('<', '\\u003c')}</script>`,
    ),
  ]
  return tags.join('\n    ')
}

export const scriptHashes = (html: string): string[] => {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

export const sitemap = (paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map(path => `  <url><loc>${SITE_URL}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

export const ROBOTS = `User-agent: *\nDisallow: /admin\nDisallow: /login\nDisallow: /api/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`
