import { Star, StarOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem } from '../design/menu.js'
import { useStarredIds, useStarToggle } from './use-stars.js'

/** Renders the entry of a menu that adds or removes the star of a file or folder. */
export function StarItem({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const isStarred = useStarredIds().has(id)
  const toggle = useStarToggle()
  return (
    <MenuItem icon={isStarred ? <StarOff /> : <Star />} onSelect={() => toggle(id, !isStarred)}>
      {t(isStarred ? 'folders.removeStar' : 'folders.addStar')}
    </MenuItem>
  )
}
