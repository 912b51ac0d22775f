import { Fragment, type ReactNode } from 'react'

/** Facts in one line, with a dot between them; those that are empty are left out. */
export function JoinedFacts({ facts }: { readonly facts: readonly ReactNode[] }) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '' && fact !== false)
  return shown.map((fact, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- facts have no identity but their place
    <Fragment key={at}>
      {at === 0 ? '' : ' · '}
      {fact}
    </Fragment>
  ))
}
