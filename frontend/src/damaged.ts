/** Whether a link may be damaged, in signs that few whole links have. It decides whether `track/link.ts` is loaded. */
const SIGNS = /.[?#]|^#.*=|&amp;|[{[*]|__|%(2[56a]|3d|5b|7b)/i

/** Also where a tag comes twice, or has capitals. */
export const isDamaged = (link: string): boolean => {
  const tags = link.match(/[?&]utm_\w+/gi)?.map(tag => tag.slice(1)) ?? []
  return SIGNS.test(link) || new Set(tags.filter(tag => tag === tag.toLowerCase())).size < tags.length
}
