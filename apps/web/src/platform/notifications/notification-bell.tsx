import { Bell } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPortalRoot } from '../design/portal-root.js'
import { ControlTooltip } from '../design/control-tooltip.js'
import { NotificationList } from './notification-list.js'
import { useNotifications } from './use-notifications.js'

/** Maximum displayed count. */
const maxCount = 99

/** Renders the number of unread notifications, and their list. */
export function NotificationBell() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const unread = useNotifications().data?.pages[0]?.unread ?? 0
  const label = unread === 0 ? t('notifications.title') : t('notifications.unread', { count: unread })
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <ControlTooltip label={label}>
        <Popover.Trigger asChild>
          <button
            type="button"
            aria-label={label}
            className="relative flex size-9 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
          >
            <Bell size={18} />
            {unread > 0 ? (
              <span
                aria-hidden="true"
                className="absolute end-0.5 top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px]/4 font-semibold text-on-accent tabular-nums"
              >
                {unread > maxCount ? `${maxCount}+` : unread}
              </span>
            ) : null}
          </button>
        </Popover.Trigger>
      </ControlTooltip>
      <Popover.Portal container={getPortalRoot()}>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('notifications.title')}
          className="z-50 flex max-h-[min(32rem,80dvh)] w-96 max-w-[calc(100vw-1rem)] animate-appear flex-col overflow-hidden rounded-card border border-line bg-surface shadow-float"
        >
          <NotificationList onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
