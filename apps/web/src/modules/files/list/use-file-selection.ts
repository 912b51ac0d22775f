import type { FileRecord } from '@kamar/contracts'
import { useCallback, useMemo, useRef, useState } from 'react'

export interface FileSelection {
  /** File in the preview. */
  readonly selected: FileRecord | null
  /** Ids among the loaded files. */
  readonly checked: ReadonlySet<string>
  /** Number of checked files, including those that are not loaded. */
  readonly count: number
  /** Set while every matching file, loaded or not, is checked with some exceptions. */
  readonly allFiles: { readonly except: readonly string[] } | null
  readonly select: (id: string) => void
  /** Previews a newly uploaded file, unless the user chose another one. */
  readonly showUploaded: (id: string) => void
  /** Checks or unchecks a file; with `range`, everything from the previously checked one. */
  readonly toggle: (id: string, range: boolean) => void
  /** Moves to a file and checks everything from the last checked or chosen one to it. */
  readonly extendTo: (id: string) => void
  readonly checkAll: (checked: boolean) => void
  readonly clear: () => void
}

/** Filter of the files, including those on the server. */
export interface MatchingFiles {
  readonly matching: number
  /** Identity of the filter: changes with search, type or owner. */
  readonly filter: string
}

interface AllFilesSelection {
  readonly filter: string
  readonly except: ReadonlySet<string>
}

type SetChecked = ReadonlySet<string> | ((current: ReadonlySet<string>) => ReadonlySet<string>)

interface PreviewChoice {
  readonly id: string
  /** Index in the list: after a deletion, the file at this index is next. */
  readonly index: number
  /** Chosen by the user, not by the page. */
  readonly isDeliberate: boolean
}

/** Provides the previewed file and the checked ones; deleted files are removed from both. */
export function useFileSelection(
  files: readonly FileRecord[] | undefined,
  visible: readonly FileRecord[],
  { matching, filter }: MatchingFiles = { matching: visible.length, filter: '' },
): FileSelection {
  const { selected, choose, showUploaded } = usePreviewChoice(files, visible, filter)
  const { checkedIds, allFiles, setChecked, setAllFiles } = useChecks(filter)
  const anchor = useRef<string | null>(null)

  const select = useCallback(
    (id: string) => {
      anchor.current = id
      choose(id)
    },
    [choose],
  )
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const ids = range && anchor.current ? between(visible, anchor.current, id) : [id]
      anchor.current = id
      if (allFiles) setAllFiles({ filter, except: withIds(allFiles.except, ids, !allFiles.except.has(id)) })
      else setChecked((current) => withIds(current, ids, !current.has(id)))
    },
    [visible, allFiles, filter, setChecked, setAllFiles],
  )
  const extendTo = useCallback(
    (id: string) => {
      anchor.current ??= visible[0]?.id ?? id
      setChecked(new Set(between(visible, anchor.current, id)))
      choose(id)
    },
    [visible, choose, setChecked],
  )
  const checked = useMemo(
    () => computeChecked({ checkedIds, allFiles, files, visible }),
    [checkedIds, allFiles, files, visible],
  )
  const checkAll = (all: boolean): void => {
    const isPart = all && visible.length < matching
    setChecked(new Set(all && !isPart ? visible.map(({ id }) => id) : []))
    if (isPart) setAllFiles({ filter, except: new Set() })
  }
  return {
    selected,
    checked,
    count: allFiles ? Math.max(0, matching - allFiles.except.size) : checked.size,
    allFiles: allFiles && { except: [...allFiles.except] },
    select,
    showUploaded,
    toggle,
    extendTo,
    checkAll,
    clear() {
      anchor.current = null
      setChecked(new Set())
    },
  }
}

/**
 * Chooses the previewed file. By default it is the first of the list, and it stays when others arrive above it; another
 * search or type resets it.
 */
function usePreviewChoice(files: readonly FileRecord[] | undefined, visible: readonly FileRecord[], filter: string) {
  const [choice, setChoice] = useState<PreviewChoice | null>(null)
  const [first, setFirst] = useState<{ readonly id: string; readonly filter: string } | null>(null)
  const isFirstKnown = first?.filter === filter && files?.some(({ id }) => id === first.id) === true
  // React's pattern for state derived from a previous render: it renders again at once, before the browser paints.
  if (visible[0] && !isFirstKnown) setFirst({ id: visible[0].id, filter })
  const choose = useCallback(
    (id: string) => {
      const index = visible.findIndex((file) => file.id === id)
      setChoice({ id, index: Math.max(0, index), isDeliberate: true })
    },
    [visible],
  )
  const showUploaded = useCallback(
    (id: string) => setChoice((current) => (current?.isDeliberate ? current : { id, index: 0, isDeliberate: false })),
    [],
  )
  const requested = choice?.id ?? (isFirstKnown ? first.id : visible[0]?.id)
  const selected = useMemo(
    // After a deletion, the file that moved up.
    () =>
      files?.find(({ id }) => id === requested) ?? visible[Math.min(choice?.index ?? 0, visible.length - 1)] ?? null,
    [files, visible, choice, requested],
  )
  return { selected, choose, showUploaded }
}

interface SelectionState {
  readonly checkedIds: ReadonlySet<string>
  readonly allFiles: AllFilesSelection | null
  readonly files: readonly FileRecord[] | undefined
  readonly visible: readonly FileRecord[]
}

function computeChecked({ checkedIds, allFiles, files, visible }: SelectionState): ReadonlySet<string> {
  const toIds = (list: readonly FileRecord[], isChecked: (id: string) => boolean): ReadonlySet<string> =>
    new Set(list.map(({ id }) => id).filter(isChecked))
  if (allFiles) return toIds(visible, (id) => !allFiles.except.has(id))
  return checkedIds.size === 0 ? checkedIds : toIds(files ?? [], (id) => checkedIds.has(id))
}

/** Stores the checked files: some ids, or everything that a filter matches with exceptions. */
function useChecks(filter: string) {
  const [checkedIds, setCheckedIds] = useState<ReadonlySet<string>>(new Set())
  const [requested, setAllFiles] = useState<AllFilesSelection | null>(null)
  const setChecked = useCallback((next: SetChecked) => {
    setAllFiles(null)
    setCheckedIds(next)
  }, [])
  // A selection of all files applies only to its own search.
  const allFiles = requested?.filter === filter ? requested : null
  return { checkedIds, allFiles, setChecked, setAllFiles }
}

function between(files: readonly FileRecord[], from: string, to: string): string[] {
  const ends = [from, to].map((id) => files.findIndex((file) => file.id === id))
  if (ends.includes(-1)) return [to]
  return files.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ id }) => id)
}

function withIds(current: ReadonlySet<string>, ids: readonly string[], isChecked: boolean): ReadonlySet<string> {
  const next = new Set(current)
  for (const id of ids) {
    if (isChecked) next.add(id)
    else next.delete(id)
  }
  return next
}
