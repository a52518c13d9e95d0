export const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoke the URL after the download has started. Otherwise the file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
