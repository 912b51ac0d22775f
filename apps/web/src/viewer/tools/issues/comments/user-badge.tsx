import { Avatar } from '../../../../platform/shell/avatar.js'

/** Renders a user's initials followed by the name. */
export function UserBadge({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Avatar name={name} version={null} className="size-5 text-[9px]" />
      <span className="truncate">{name}</span>
    </span>
  )
}
