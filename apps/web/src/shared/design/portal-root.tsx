import { useTranslation } from 'react-i18next'

const id = 'overlays'

/** Where menus, tooltips and dialogs are put: a landmark, so that a screen reader can find what opened. */
export function PortalRoot() {
  const { t } = useTranslation()
  return <section id={id} aria-label={t('common.overlays')} />
}

/** The place once it is on the page; before that overlays fall back to the body. */
export const getPortalRoot = (): HTMLElement | null => document.getElementById(id)
