import { useAddress } from '../address/use-address.ts'
import { useCampaigns } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { Batches } from './batches.tsx'
import { CostTable, WEEK } from './cost-table.tsx'

const ImportCosts = lazily(async () => (await import('./import/import-costs.tsx')).ImportCosts, 'm-5 h-40')

export const Costs = () => {
  const { open, close, toggle } = useOpened('costs')
  const campaigns = useCampaigns().data ?? []
  const may = useMay('staff')
  const { set } = useAddress()
  const finish = (from?: string) => {
    close()
    if (from) set({ [WEEK]: from })
  }
  return (
    <Section
      id="costs"
      title="Advertising costs"
      meta={!open && <span>By campaign and day, to calculate the cost per lead</span>}
      actions={toggle({ needs: 'staff', words: 'Import a report', closing: 'Back to the table' })}
    >
      {open ? <ImportCosts campaigns={campaigns} onDone={finish} /> : <CostTable campaigns={campaigns} />}
      {may && <Batches />}
    </Section>
  )
}
