import { CloudOff } from 'lucide-react'
import { Component, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { classNames } from '../design/class-names.js'
import { isMissingPart } from './missing-part.js'
import { useOnline } from '../use-online.js'

interface PartBoundaryProps {
  /** Whether the part has no place of its own on the page, as a dialog. */
  readonly isFloating?: boolean
  /** Rendered while the part is loaded. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

interface PartBoundaryState {
  readonly error: unknown
}

/**
 * Renders a part that is loaded lazily, and a message in its place if its chunk could not be loaded; the rest of the page
 * stays.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override readonly state: PartBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { children, fallback = null, isFloating = false } = this.props
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>
    // Other errors belong to the page.
    if (!isMissingPart(error)) throw error
    return <MissingPart isFloating={isFloating} />
  }
}

/** Renders that a part needs the network once. A failed import is not repeated, so the page must be reloaded. */
function MissingPart({ isFloating }: { readonly isFloating: boolean }) {
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
      <p>{t('errors.partMissing')}</p>
      {isOnline ? (
        <Button size="small" onClick={() => location.reload()}>
          {t('errors.reloadPage')}
        </Button>
      ) : null}
    </div>
  )
}
