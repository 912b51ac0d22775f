import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

interface UrlCodec<State> {
  readonly read: (parameters: URLSearchParams) => State
  /** Formats the query of the URL for a state; `parameters` are those of the current URL. */
  readonly write: (state: State, parameters: URLSearchParams) => string
}

/**
 * Provides a state that is in the query of the URL too. The state is primary: input must not wait for the router, whose
 * URL arrives later and, after several changes, for an outdated state. Adopts a URL that was not written here.
 */
export function useUrlState<State>({ read, write }: UrlCodec<State>): [State, Dispatch<SetStateAction<State>>] {
  const [parameters, setParameters] = useSearchParams()
  const [state, setState] = useState(() => read(parameters))
  const query = parameters.toString()
  const own = useRef<string[]>([query])
  useEffect(() => {
    const next = write(state, parameters)
    if (next === own.current.at(-1)) return
    own.current.push(next)
    setParameters(next, { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- the address follows the state, not itself
  }, [state])
  useEffect(() => {
    const index = own.current.indexOf(query)
    if (index >= 0) {
      own.current.splice(0, index)
      return
    }
    own.current = [query]
    setState(read(parameters))
    // oxlint-disable-next-line react/exhaustive-deps -- only another address matters
  }, [query])
  return [state, setState]
}
