import { Link, type LinkProps } from 'react-router'

/** Renders a link inside a sentence. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="font-medium text-accent underline underline-offset-4 hover:text-accent-hover" />
}
