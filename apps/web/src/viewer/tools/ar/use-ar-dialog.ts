import { useSearchParams } from 'react-router'

/**
 * State of the AR dialog. It is stored in the address, so that a QR code can open the dialog on a phone and Back closes
 * it.
 */
export interface ArDialogState {
  readonly isOpen: boolean
  /** Address of a model on the open web that the QR code contained. */
  readonly address: string | null
  readonly open: () => void
  readonly close: () => void
}

const parameter = 'ar'
const noAddress = '1'

/** Returns the address that opens the dialog with the same model on a phone. */
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
