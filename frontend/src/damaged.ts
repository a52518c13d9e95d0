/** Signs that are common in damaged links and rare in intact ones. A match loads `track/link.ts` to repair the link. */
const SIGNS = /.[?#]|^#.*=|&amp;|[{[*]|__|%(2[56a]|3d|5b|7b)/i

/** True if `SIGNS` matches, a utm_ parameter is repeated, or the name of a utm_ parameter contains capitals. */
export const isDamaged = (link: string): boolean => {
  const tags = link.match(/[?&]utm_\w+/gi)?.map(tag => tag.slice(1)) ?? []
  return SIGNS.test(link) || new Set(tags.filter(tag => tag === tag.toLowerCase())).size < tags.length
}
