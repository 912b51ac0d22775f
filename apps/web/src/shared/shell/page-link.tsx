import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'

type GoTo = (path: string, state?: unknown) => void

/** How the application moves between its pages; null on pre-rendered pages, where a link is only a link. */
export const PageNavigation = createContext<GoTo | null>(null)

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  /** What the page that is led to is told. */
  readonly state?: unknown
}

const opensNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A link that works inside the application and on pages that were rendered before, without the router's weight. */
export function PageLink({ to, state, onClick, children, ...rest }: PageLinkProps) {
  const goTo = useContext(PageNavigation)
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (goTo === null || event.defaultPrevented || opensNewTab(event)) return
        event.preventDefault()
        goTo(to, state)
      }}
    >
      {children}
    </a>
  )
}
