import { useSearchParams } from 'react-router'

/** Whether the AR dialog is open; its place is the address, so that a code can lead a phone to it and Back closes it. */
export interface ArDialogState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

const parameter = 'ar'

export function useArDialog(): ArDialogState {
  const [search, setSearch] = useSearchParams()
  return {
    isOpen: search.has(parameter),
    open: () =>
      setSearch((now) => {
        now.set(parameter, '1')
        return now
      }),
    close: () =>
      setSearch(
        (now) => {
          now.delete(parameter)
          return now
        },
        { replace: true },
      ),
  }
}
