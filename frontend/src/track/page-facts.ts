/** Settings that the server writes on every page (`infra/app/site/page.ts`). A missing setting is off. */
export const pageFacts = ({ dataset }: { dataset: DOMStringMap }) => ({
  consentRequired: dataset.consent === 'required',
  clickIds: dataset.clickIds === 'on',
})
