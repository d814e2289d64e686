import { RemovableChips } from '#ui/removable-chips.tsx';
import { clearedSearchUrl, type SearchParams, searchUrl, toggledTags } from './search-params.ts';

/** The tags that narrow a search; a click removes one. */
export function SelectedTags({ params }: { params: SearchParams }) {
  if (params.tags.length === 0) return null;
  return (
    <RemovableChips
      label="Chosen tags"
      chips={params.tags.map((tag) => ({
        label: tag,
        removes: `Remove the tag ${tag}`,
        href: searchUrl(params, { tags: toggledTags(params, tag) }),
      }))}
      clear={{ label: 'Clear all filters', href: clearedSearchUrl(params) }}
    />
  );
}
