import { fireEvent, screen } from '@testing-library/react'

/** Creates a file that reports this size without content. */
export function createFile(name: string, size = 1_000): File {
  return Object.defineProperty(new File(['x'], name), 'size', { value: size })
}

/** Chooses files in the file picker of a control. */
export function pickFiles(label: string, ...files: readonly File[]): void {
  const input = screen.getByLabelText(label)
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  fireEvent.change(input)
}

/** Drops files from the desktop on the page. */
export function dropFiles(...files: readonly File[]): void {
  const transfer = { types: ['Files'], items: [], files, dropEffect: 'none' }
  for (const name of ['dragenter', 'dragover', 'drop']) {
    const event = new Event(name, { bubbles: true, cancelable: true })
    fireEvent(document.body, Object.assign(event, { dataTransfer: transfer }))
  }
}
