import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../platform/design/button.js'

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Renders the pagination of a list. */
export function Pages({ page, pages, onPage }: PagesProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('admin.pages')} className="flex items-center justify-end gap-2 border-t border-line px-4 py-2">
      <span className="text-13 text-muted tabular-nums">{t('admin.pageOf', { page, pages })}</span>
      <IconButton label={t('admin.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label={t('admin.nextPage')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
