/** Name of the event that passes a pressed key to the list of records that has the focus. */
export const RECORD_KEY = 'record-key'

export const isTakenByRecords = (key: string): boolean => {
  const at = document.activeElement
  const list = at === document.body ? document.querySelector('[data-records]') : at?.closest('[data-records]')
  return list ? !list.dispatchEvent(new CustomEvent(RECORD_KEY, { detail: key, cancelable: true })) : false
}
