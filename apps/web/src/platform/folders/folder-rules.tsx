import { folderLimits, type FolderRule, type MemberRole, type ProjectRole } from '@kamar/contracts'
import { Building2, UserMinus, UserPlus, Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../design/button.js'
import { inputClass } from '../design/fields/text-field.js'
import { Avatar } from '../shell/avatar.js'
import { RoleSelect } from '../sharing/invite-form.js'

/** Account or group with its role in the project. */
export interface RuleSubject extends Pick<FolderRule, 'kind' | 'id' | 'name'> {
  readonly role: MemberRole
}

interface FolderRulesProps {
  /** Those with access to every folder of the project, whatever its rules. */
  readonly owners: readonly RuleSubject[]
  readonly subjects: readonly RuleSubject[]
  readonly rules: readonly FolderRule[]
  readonly onChange: (rules: readonly FolderRule[]) => void
}

/** Renders the rules of a folder: owners of the project, which stay, and roles of accounts, groups and organisations. */
export function FolderRules({ owners, subjects, rules, onChange }: FolderRulesProps) {
  const { t } = useTranslation()
  const ownerIds = new Set(owners.map(({ id }) => id))
  const ruleIds = new Set(rules.map(({ id }) => id))
  const candidates = subjects.filter(({ id }) => !ownerIds.has(id) && !ruleIds.has(id))
  const changeRole = (id: string, role: ProjectRole): void =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, role } : rule)))
  return (
    <section aria-label={t('share.people')} className="space-y-3">
      <ul className="divide-y divide-line/60">
        {owners.map(({ id, kind, name }) => (
          <MemberRow key={id} name={name} icon={<SubjectIcon {...{ kind, name }} />}>
            <span className="px-2 text-13 text-muted">{t('folders.permissions.projectOwner')}</span>
          </MemberRow>
        ))}
        {/* A rule for an owner of the project has no effect; it is kept for the time afterwards. */}
        {rules
          .filter(({ id }) => !ownerIds.has(id))
          .map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              onChange={(role) => changeRole(rule.id, role)}
              onRemove={() => onChange(rules.filter(({ id }) => id !== rule.id))}
            />
          ))}
      </ul>
      {candidates.length > 0 && rules.length < folderLimits.rulesPerFolder ? (
        <MemberForm candidates={candidates} onAdd={(rule) => onChange([...rules, rule])} />
      ) : null}
    </section>
  )
}

interface RuleRowProps {
  readonly rule: FolderRule
  readonly onChange: (role: ProjectRole) => void
  readonly onRemove: () => void
}

function RuleRow({ rule: { kind, name, role }, onChange, onRemove }: RuleRowProps) {
  const { t } = useTranslation()
  return (
    <MemberRow
      name={name}
      note={kind === 'account' ? null : t(`folders.permissions.${kind}`)}
      icon={<SubjectIcon {...{ kind, name }} />}
    >
      <RoleSelect
        label={t('share.roleOf', { name })}
        value={role}
        className="w-36 pointer-coarse:min-h-11"
        onChange={onChange}
      />
      <IconButton label={t('share.remove', { name })} onClick={onRemove}>
        <UserMinus />
      </IconButton>
    </MemberRow>
  )
}

const groupIconClass = 'flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted'

/** Renders the initials of a person, or the icon of a group or an organisation. */
export function SubjectIcon({ kind, name }: Pick<FolderRule, 'kind' | 'name'>) {
  if (kind === 'account') return <Avatar name={name} version={null} className="size-8 text-[11px]" />
  return <span className={groupIconClass}>{kind === 'group' ? <Users /> : <Building2 />}</span>
}

interface MemberRowProps {
  readonly name: string
  readonly note?: string | null
  readonly icon: ReactNode
  readonly children: ReactNode
}

function MemberRow({ name, note = null, icon, children }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {icon}
      <div className="min-w-40 grow basis-40">
        <p className="text-14 font-medium wrap-anywhere">{name}</p>
        {note === null ? null : <p className="text-12 text-muted">{note}</p>}
      </div>
      <div className="ms-auto flex items-center gap-1">{children}</div>
    </li>
  )
}

interface MemberFormProps {
  readonly candidates: readonly RuleSubject[]
  readonly onAdd: (rule: FolderRule) => void
}

/** Renders the choice of a member or group that gets a rule, first with the role in the project. */
function MemberForm({ candidates, onAdd }: MemberFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [chosenId, setChosenId] = useState('')
  const chosenMember = candidates.find((candidate) => candidate.id === chosenId)
  const add = (): void => {
    if (!chosenMember) return
    const { role, ...subject } = chosenMember
    onAdd({ ...subject, role: role === 'folder' ? 'viewer' : role })
    setChosenId('')
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium">
        {t('folders.permissions.addPerson')}
      </label>
      <div className="flex flex-wrap gap-2">
        <select
          id={id}
          value={chosenMember?.id ?? ''}
          onChange={(event) => setChosenId(event.currentTarget.value)}
          className={`${inputClass} min-w-40 grow basis-40 pointer-coarse:min-h-11`}
        >
          <option value="">{t('folders.permissions.choosePerson')}</option>
          {candidates.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {candidate.name}
            </option>
          ))}
        </select>
        <Button className="h-11 grow sm:h-10 sm:grow-0" icon={<UserPlus />} disabled={!chosenMember} onClick={add}>
          {t('folders.permissions.add')}
        </Button>
      </div>
    </div>
  )
}
