/** A field that people never see or reach; programs that fill in everything give themselves away. */
export const LeaveBlank = () => (
  <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
    <label>
      Leave this blank
      <input name="leaveBlank" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
