import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'

type GoTo = (path: string, state?: unknown) => void

/** Client-side navigation of the application; null on prerendered pages, where links are plain links. */
export const PageNavigation = createContext<GoTo | null>(null)

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
  /** State passed to the target page. */
  readonly state?: unknown
}

const opensNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Renders a link that works in the application and on prerendered pages, without loading the router. */
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
