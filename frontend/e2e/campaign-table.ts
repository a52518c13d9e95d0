/** The table of campaigns, as tests speak of it. */
import type { Locator } from 'playwright-core'
import type { Dashboard } from './staff-browser.ts'

export const openCampaignTable = (dashboard: Dashboard) => {
  const row = (name: string): Locator =>
    dashboard.section('Campaign Management').getByRole('rowgroup', { name, exact: true })
  return {
    row,
    figure: (name: string, column: string): Promise<string> =>
      dashboard.words(row(name).locator(`tr > td[data-column="${column}"]`)),
    /** Opens the details of the row. */
    open: (name: string) => row(name).locator('[data-opens][aria-expanded="false"]').click(),
    /** By the menu of the row. */
    act: async (name: string, words: string): Promise<void> => {
      await row(name)
        .getByRole('button', { name: `Actions on ${name}` })
        .click()
      await row(name)
        .getByRole('dialog', { name: `Actions on ${name}` })
        .getByRole('button', { name: `${words} ${name}`, exact: true })
        .click()
    },
  }
}
