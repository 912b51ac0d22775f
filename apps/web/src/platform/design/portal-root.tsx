import { useTranslation } from 'react-i18next'

const id = 'overlays'

/** Renders the root of menus, tooltips and dialogs: a landmark, so that screen readers can find them. */
export function PortalRoot() {
  const { t } = useTranslation()
  return <section id={id} aria-label={t('common.overlays')} />
}

/** Returns the root once it is mounted; until then overlays fall back to the body. */
export const getPortalRoot = (): HTMLElement | null => document.getElementById(id)
