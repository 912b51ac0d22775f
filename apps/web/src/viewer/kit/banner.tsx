import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../platform/design/button.js'
import { classNames } from '../../platform/design/class-names.js'
import { useIsCompact } from '../../platform/use-media.js'

interface BannerProps {
  readonly text: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
  /** Omitted where the message stays. */
  readonly onClose?: () => void
}

/** Renders a line under the top bar that waits for the user and covers little of the model. */
export function Banner({ text, children, onClose }: BannerProps) {
  const { t } = useTranslation()
  const isCompact = useIsCompact()
  return (
    <div
      role="status"
      className={classNames(
        'pointer-events-auto mt-1.5 flex w-fit animate-appear flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-surface py-1 ps-3 pe-1 text-13 shadow-float',
        // On a phone it ends before the view cube.
        isCompact ? 'max-w-[calc(100%-6.75rem)]' : 'mx-auto max-w-full',
      )}
    >
      <p className="min-w-0 py-1 text-pretty">{text}</p>
      <div className="ms-auto flex items-center gap-1">
        {children}
        {onClose && (
          <IconButton size="small" label={t('common.close')} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
    </div>
  )
}
