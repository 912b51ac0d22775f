import { Fragment, type ReactNode } from 'react'

/** Renders items on one line, separated by dots; omits empty ones. */
export function MetadataLine({ items }: { readonly items: readonly ReactNode[] }) {
  const visibleItems = items.filter((fact) => fact !== null && fact !== undefined && fact !== '' && fact !== false)
  return visibleItems.map((fact, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- facts have no identity but their place
    <Fragment key={at}>
      {at === 0 ? '' : ' · '}
      {fact}
    </Fragment>
  ))
}
