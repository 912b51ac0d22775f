import type { ProviderName } from '@kamar/contracts'

/** Renders the provider's own logo, as its brand guidelines for such buttons require. */
export function ProviderMark({ name }: { name: ProviderName }) {
  return (
    <svg viewBox="0 0 18 18" width={16} height={16} aria-hidden="true" className="shrink-0">
      {name === 'google' ? <GooglePaths /> : <MicrosoftPaths />}
    </svg>
  )
}

function GooglePaths() {
  return (
    <>
      <path
        fill="#4285f4"
        d="M17.6 9.2c0-.6-.1-1.2-.2-1.8H9v3.5h4.8a4.1 4.1 0 0 1-1.8 2.7v2.3h2.9c1.7-1.6 2.7-3.9 2.7-6.7z"
      />
      <path fill="#34a853" d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.3a5.4 5.4 0 0 1-8.1-2.8H1V13a9 9 0 0 0 8 5z" />
      <path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8z" />
      <path fill="#ea4335" d="M9 3.6c1.3 0 2.5.4 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3a5.4 5.4 0 0 1 5-3.7z" />
    </>
  )
}

function MicrosoftPaths() {
  return (
    <>
      <path fill="#f25022" d="M1 1h7.6v7.6H1z" />
      <path fill="#7fba00" d="M9.4 1H17v7.6H9.4z" />
      <path fill="#00a4ef" d="M1 9.4h7.6V17H1z" />
      <path fill="#ffb900" d="M9.4 9.4H17V17H9.4z" />
    </>
  )
}
