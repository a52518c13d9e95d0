import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import { servedBlock } from '@firsttouch/api/contract/experiments/served-block'
import { EXPERIMENTS, type PageExperiment } from '@firsttouch/ingest/experiments'
import { PAGE_EXPERIMENTS } from '../src/site/page.ts'
import { restoreScript } from '../src/track/identity-cookie.ts'
import { swapScript, variantScript } from '../src/track/split-test/variant-script.ts'

/** Scripts for identity and A/B tests, and the declared traffic split. The site's server inserts the current split. */
export const variantTags = (path: string): string => {
  const here = EXPERIMENTS.filter(test => test.path === path)
  const draw = here.length > 0 ? `\n    <script>${variantScript(here)}</script>` : ''
  return `${servedBlock(declaredShares())}\n    <script>${restoreScript}</script>${draw}`
}

type MarkupOf = (path: string) => string | undefined

/** Throws if a declared variant has no markup on the page. */
export const pageBody = (path: string, markupOf: MarkupOf): string => {
  const test = PAGE_EXPERIMENTS.find(one => one.path === path)
  const markup = test ? everyVariant(test, markupOf) : (markupOf(path) ?? '')
  for (const { name, variants } of EXPERIMENTS.filter(one => one.path === path))
    for (const variant of variants.slice(1))
      if (!markup.includes(templateTag(name, variant.name)))
        throw new Error(
          `${path} has no markup for ${variant.name} of ${name}. Add a page or a part in <Variants>.`,
        )
  const root = `<div id="root"${test ? ' data-variants' : ''}>${markup}</div>`
  return markup.includes('<template data-test=') ? `${root}\n    <script>${swapScript}</script>` : root
}

/** Must equal React's output for `src/site/split-test/variants.tsx`. */
const templateTag = (test: string, variant: string) =>
  `<template data-test="${test}" data-variant="${variant}">`

const everyVariant = ({ name, variants }: PageExperiment, markupOf: MarkupOf): string =>
  variants
    .map((variant, at) => {
      const markup = markupOf(variant.path)
      if (markup === undefined)
        throw new Error(`${variant.name} of ${name} needs the page ${variant.path}, which does not exist.`)
      return at === 0 ? markup : `${templateTag(name, variant.name)}${markup}</template>`
    })
    .join('')
