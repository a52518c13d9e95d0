import { conversionFile } from '@firsttouch/api/contract/conversions/kinds'
import type { NewCredential as Made } from '@firsttouch/api/contract/conversions/settings'
import { Button } from '../pieces/button.tsx'
import { Fact, Facts } from '../pieces/inbox/record-card.tsx'

export const NewCredential = ({ made, onDone }: { made: Made; onDone: () => void }) => (
  <div role="status" className="mt-3 rounded-md border border-strong-line bg-sunken p-4">
    <p className="font-semibold">Copy the password now: it is shown only this once.</p>
    <Facts>
      <Fact label="Address" wide>
        {location.origin}
        {conversionFile(made.platform)}
      </Fact>
      <Fact label="User name">{made.username}</Fact>
      <Fact label="Password" wide>
        <code>{made.password}</code>
      </Fact>
    </Facts>
    <Button variant="secondary" className="mt-3" onClick={onDone}>
      I have copied it
    </Button>
  </div>
)
