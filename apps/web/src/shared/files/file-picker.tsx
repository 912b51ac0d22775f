import { type RefObject, useRef } from 'react'
import { useAcceptedExtensions } from './upload-rules.js'

/** Phones grey out files whose extension they do not know; there everything may be picked and is checked afterwards. */
const isPhone = matchMedia('(pointer: coarse)').matches

interface FilePickerProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly multiple?: boolean
  readonly anyFile?: boolean
  readonly onPick: (files: readonly File[]) => void
}

/** The browser's file chooser, opened by a button of ours. */
export function FilePicker({ inputRef, label, multiple = false, anyFile = false, onPick }: FilePickerProps) {
  const extensions = useAcceptedExtensions()
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      aria-label={label}
      multiple={multiple}
      accept={anyFile || isPhone ? undefined : extensions.join(',')}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        // Picking the same file again is a change too.
        event.currentTarget.value = ''
        if (files.length > 0) onPick(files)
      }}
    />
  )
}

/** A picker's input and the function that opens it. */
export function useFilePicker(): { ref: RefObject<HTMLInputElement | null>; open: () => void } {
  const ref = useRef<HTMLInputElement>(null)
  return { ref, open: () => ref.current?.click() }
}
