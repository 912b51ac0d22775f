import { CloudOff } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { classNames } from '../../platform/design/class-names.js'
import { isMissingPart } from '../../platform/errors/missing-part.js'
import { useOnline } from '../../platform/use-online.js'

interface PartBoundaryProps {
  /** Whether the part has no place of its own on the page, as a dialog. */
  readonly isFloating: boolean
  readonly children: ReactNode
}

interface PartBoundaryState {
  readonly error: unknown
}

/** Renders a message in place of a part whose chunk could not be loaded; the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override readonly state: PartBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    // Other errors belong to the page.
    if (!isMissingPart(error)) throw error
    return <MissingPart isFloating={this.props.isFloating} />
  }
}

/** Renders that a part needs the network once. A failed import is not repeated, so the page must be reloaded. */
function MissingPart({ isFloating }: Pick<PartBoundaryProps, 'isFloating'>) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <div
      role="alert"
      className={classNames(
        'pointer-events-auto flex flex-col items-center gap-3 p-5 text-center text-14 text-pretty',
        isFloating &&
          'fixed top-1/2 left-1/2 z-50 w-80 max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 rounded-card border border-line bg-surface shadow-float',
      )}
    >
      <CloudOff size={24} strokeWidth={1.25} className="text-muted" />
      <p>{t('parts.needsNetwork')}</p>
      {isOnline ? (
        <Button size="small" onClick={() => location.reload()}>
          {t('parts.reload')}
        </Button>
      ) : null}
    </div>
  )
}
