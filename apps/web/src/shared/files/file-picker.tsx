import { type RefObject, useCallback, useRef } from 'react'
import { useAcceptedExtensions } from './upload-rules.js'

/** Phones grey out files whose extension they do not know; there everything may be picked and is checked afterwards. */
const isTouch = matchMedia('(pointer: coarse)').matches

interface FilePickerProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly multiple?: boolean
  readonly anyFile?: boolean
  /** Picks a folder, with everything in it. */
  readonly isFolder?: boolean
  readonly onPick: (files: readonly File[]) => void
}

/** Some browsers of phones pick files only. */
export const picksFolders = 'webkitdirectory' in HTMLInputElement.prototype

/** The browser's file chooser, opened by a button of ours. */
export function FilePicker(props: FilePickerProps) {
  const { inputRef, label, multiple = false, anyFile = false, isFolder = false, onPick } = props
  const extensions = useAcceptedExtensions()
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      aria-label={label}
      multiple={multiple || isFolder}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      accept={anyFile || isFolder || isTouch ? undefined : extensions.join(',')}
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
  const open = useCallback(() => ref.current?.click(), [])
  return { ref, open }
}
