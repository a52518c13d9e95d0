/** What the site's server says on every page about the business's choices (`infra/app/site/page.ts`). What it does not say is no. */
export const pageFacts = ({ dataset }: { dataset: DOMStringMap }) => ({
  consentRequired: dataset.consent === 'required',
  clickIds: dataset.clickIds === 'on',
})
