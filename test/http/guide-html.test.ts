import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderGuide } from '#http/guides/html.ts'

const html = (markdown: string) =>
  renderGuide(markdown, { guides: ['integrate', 'operate'], base: '/docs/en' }).html.trim()

describe('a guide as HTML', () => {
  it('gives headings the anchors of GitHub, numbered where they occur again', () => {
    const { headings, title } = renderGuide(
      "# The `x` guide\n\n## Callbacks, and the PSP's lists\n\n## A part\n\n## A part\n",
      { guides: [], base: '/docs/en' },
    )
    assert.equal(title, 'The x guide')
    assert.deepEqual(
      headings.map(({ anchor }) => anchor),
      ['the-x-guide', 'callbacks-and-the-psps-lists', 'a-part', 'a-part-1'],
    )
  })

  it('links to guides, to its own parts and to the web; what is elsewhere is named only', () => {
    assert.equal(html('[a](operate.md#health)'), '<p><a href="/docs/en/operate#health">a</a></p>')
    assert.equal(html('[a](#health)'), '<p><a href="#health">a</a></p>')
    assert.equal(html('[a](https://example.com/?x=1&y=2)'), '<p><a href="https://example.com/?x=1&amp;y=2">a</a></p>')
    for (const href of [
      '../decisions/0012-x.md',
      'other.md',
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
    ])
      assert.equal(html(`[a](${href})`), '<p>a</p>', href)
  })

  it('shows HTML as text, in blocks, in lines and in code', () => {
    assert.equal(html('a <script>x</script> b'), '<p>a &lt;script&gt;x&lt;/script&gt; b</p>')
    assert.match(html('<img src=x onerror=alert(1)>'), /^&lt;img src=x onerror=alert\(1\)&gt;$/)
    assert.equal(html('`<b>`'), '<p><code>&lt;b&gt;</code></p>')
    assert.equal(html('![alt](https://example.com/x.png)'), '<p>alt</p>')
  })
})
