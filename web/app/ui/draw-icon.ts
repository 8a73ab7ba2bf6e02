import { createElement, type SVGProps } from 'react'

type IconData = {
  name: string
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Makes an icon of lucide-react's data, as its own function does, but for the options that this product does not use:
 * those weigh 0.9 kB on every page. web/vite.config.ts puts it into the package's place.
 */
export function drawIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module is loaded
  return function Icon({ size = 24, className, children, ...props }: IconProps) {
    const isNamed = Object.keys(props).some((key) => key.startsWith('aria-') || key === 'role')
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className ?? ''}`.trimEnd(),
        ...(isNamed || children ? {} : { 'aria-hidden': true }),
        ...props,
      },
      shapes,
      children,
    )
  }
}
