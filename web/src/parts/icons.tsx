// Icons: strokes on a 24 by 24 square. They decorate; the words are in the buttons' names.

const kPaths = {
  takeback: 'M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  first: 'M18 5l-7 7 7 7M7 5v14',
  last: 'M6 5l7 7-7 7M17 5v14',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1 1.5 1 2.5h6c0-1 0-1.5 1-2.5A6 6 0 0 0 12 3z',
  draw: 'M4 9h16M4 15h16',
  resign: 'M6 21V4M6 5h11l-3 4 3 4H6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  step: 'M7 5l9 7-9 7zM19 5v14',
  sit: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 21c0-4 3-7 7-7s7 3 7 7',
  sound: 'M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5',
  yes: 'M5 13l4 4 10-10',
  no: 'M6 6l12 12M18 6 6 18',
  flip: 'M8 4v16M8 4 4 8M8 4l4 4M16 20V4M16 20l4-4M16 20l-4-4',
};

export type IconName = keyof typeof kPaths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={kPaths[name]} />
    </svg>
  );
}
