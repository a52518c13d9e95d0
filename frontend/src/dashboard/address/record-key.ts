/** Passes a pressed key to the focused list of records. The list cancels the event if it handles the key. */
export const RECORD_KEY = 'record-key'

export const isTakenByRecords = (key: string): boolean => {
  const at = document.activeElement
  const list = at === document.body ? document.querySelector('[data-records]') : at?.closest('[data-records]')
  return list ? !list.dispatchEvent(new CustomEvent(RECORD_KEY, { detail: key, cancelable: true })) : false
}
