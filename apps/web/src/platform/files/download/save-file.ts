/**
 * Saves bytes under a name through the browser. A link cannot send a token, so the bytes pass through the page's
 * memory.
 */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The download has begun by then; without the delay some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
