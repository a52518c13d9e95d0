/** What the A/B tests need in the HTML of a page. */
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import { servedBlock } from '@firsttouch/api/contract/experiments/served-block'
import { EXPERIMENTS, type PageExperiment } from '@firsttouch/ingest/experiments'
import { PAGE_TESTS } from '../src/site/split-test/page-tests.ts'
import { restoreScript } from '../src/track/identity-cookie.ts'
import { swapScript, variantScript } from '../src/track/split-test/variant-script.ts'

/** For the head: the identity that a cookie kept, the tests as they are declared, until the site's server says how they stand, and the draw of those on this page. */
export const variantTags = (path: string): string => {
  const here = EXPERIMENTS.filter(test => test.path === path)
  const draw = here.length > 0 ? `\n    <script>${variantScript(here)}</script>` : ''
  return `${servedBlock(declaredShares())}\n    <script>${restoreScript}</script>${draw}`
}

/** Throws where a variant is declared and the page has nothing to show for it. */
export const pageBody = (path: string, markupOf: (path: string) => string | undefined): string => {
  const test = PAGE_TESTS.find(one => one.path === path)
  const markup = test ? everyVariant(test, markupOf) : (markupOf(path) ?? '')
  for (const { name, variants } of EXPERIMENTS.filter(one => one.path === path))
    for (const variant of variants.slice(1))
      if (!markup.includes(templateOf(name, variant.name)))
        throw new Error(
          `${path} has nothing to show for ${variant.name} of ${name}: give it a page, or a piece in <Variants>.`,
        )
  const root = `<div id="root"${test ? ' data-variants' : ''}>${markup}</div>`
  return markup.includes('<template data-test=') ? `${root}\n    <script>${swapScript}</script>` : root
}

/** As React writes what src/site/split-test/variants.tsx renders. */
const templateOf = (test: string, variant: string) =>
  `<template data-test="${test}" data-variant="${variant}">`

/** The control in place, every other variant inert in a template until the script puts the drawn one there. */
const everyVariant = (
  { name, variants }: PageExperiment,
  markupOf: (path: string) => string | undefined,
): string =>
  variants
    .map((variant, at) => {
      const markup = markupOf(variant.path)
      if (markup === undefined)
        throw new Error(`${variant.name} of ${name} is the page ${variant.path}, which there is not.`)
      return at === 0 ? markup : `${templateOf(name, variant.name)}${markup}</template>`
    })
    .join('')
