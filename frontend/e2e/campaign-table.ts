/** Page object for the table of campaigns. */
import type { Locator } from 'playwright-core'
import type { Dashboard } from './staff-browser.ts'

export const openCampaignTable = (dashboard: Dashboard) => {
  const row = (name: string): Locator =>
    dashboard.section('Campaign Management').getByRole('rowgroup', { name, exact: true })
  return {
    row,
    figure: (name: string, column: string): Promise<string> =>
      dashboard.words(row(name).locator(`tr > td[data-column="${column}"]`)),
    open: (name: string) => row(name).locator('[data-opens][aria-expanded="false"]').click(),
    /** Chooses an entry of the row's menu. */
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
