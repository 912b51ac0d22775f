import { useSearchParams } from 'react-router'

/** Whether the AR dialog is open; its place is the address, so that a code can lead a phone to it and Back closes it. */
export interface ArDialogState {
  readonly isOpen: boolean
  /** Of a model of the open web that a code brought along. */
  readonly address: string | null
  readonly open: () => void
  readonly close: () => void
}

const parameter = 'ar'
const noAddress = '1'

/** Where a phone finds the dialog with the same model in it. */
export function addressOfDialog(urn: string | null, address: string | null): string {
  const query = new URLSearchParams({ ...(urn === null ? {} : { urn }), [parameter]: address ?? noAddress })
  return `${location.origin}/ViewerPage?${query}`
}

export function useArDialog(): ArDialogState {
  const [search, setSearch] = useSearchParams()
  const value = search.get(parameter)
  return {
    isOpen: value !== null,
    address: value === noAddress ? null : value,
    open: () =>
      setSearch((now) => {
        now.set(parameter, noAddress)
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
