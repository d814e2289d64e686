/** The clipboard contents of each program, and the result that an author expects. */
export interface Clipboard {
  program: string;
  html: string;
  text?: string;
  /** The resulting blocks, as they are stored. */
  blocks: string[];
}

/** Microsoft Word on Windows: conditional comments, classes of its own, entries of lists as paragraphs. */
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no;
	mso-style-parent:"";
	margin:0cm;
	font-size:12.0pt;
	font-family:"Times New Roman",serif;}
h1
	{mso-style-priority:9;
	font-size:16.0pt;
	font-family:"Calibri Light",sans-serif;}
@page WordSection1
	{size:595.3pt 841.9pt;}
 /* List Definitions */
 @list l0
	{mso-list-id:1234;}
-->
</style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]-->
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h1>The Harbour<o:p></o:p></h1>
<p class=MsoNormal><span lang=EN-US style='mso-ansi-language:EN-US'>She was forty-one and <i
style='mso-bidi-font-style:normal'>almost</i> on
time. &#8220;You are late,&#8221; he said, and <b style='mso-bidi-font-weight:normal'>meant
<i>it</i></b>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>The next ferry left at six.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal align=center style='text-align:center'>* * *<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal style='text-align:justify'>They took<span style='mso-spacerun:yes'>  </span>what was left:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:
Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>a lamp<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>its <i>shade</i><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>a pen<o:p></o:p></p>
<p class=MsoNormal>Then, in order:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>tea<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>sleep<o:p></o:p></p>
<p class=MsoNormal>The tide table lied.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference><span style='font-size:12.0pt'>[1]</span></span><![endif]></span></span></a><o:p></o:p></p>
<h2>Later<o:p></o:p></h2>
<p class=MsoNormal>1987. That was the year.<img width=10 height=10 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png"><o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1>
<p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span
class=MsoFootnoteReference>[1]</span></a> It always does in March.<o:p></o:p></p>
</div>
</div>
<!--EndFragment-->
</body>
</html>`;

/** Google Docs: everything within one <b> that is not bold, all formatting as styles of spans. */
const googleDocs =
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-4b1c2d3e-7fff-0000-1111-222233334444">` +
  `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">The Harbour</span></h1>` +
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;white-space:pre-wrap;">She was </span><span style="font-size:11pt;font-weight:400;font-style:italic;white-space:pre-wrap;">almost</span><span style="font-weight:400;font-style:normal;white-space:pre-wrap;"> on time, </span><span style="font-weight:700;font-style:italic;white-space:pre-wrap;">truly</span><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">.</span></p><br />` +
  `<p dir="ltr" style="line-height:1.38;text-align: center;margin-top:0pt;margin-bottom:0pt;"><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">***</span></p><br />` +
  `<p dir="ltr" style="line-height:1.38;text-align: right;margin-top:0pt;"><span style="font-weight:400;white-space:pre-wrap;">“Stay,” he said.</span></p>` +
  `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">a lamp</span></p></li>` +
  `<ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;font-weight:400;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;white-space:pre-wrap;">its shade</span></p></li></ul></ul>` +
  `<ol style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">tea</span></p></li></ol>` +
  `<p dir="ltr"><a href="https://example.org/tide" style="text-decoration:none;"><span style="font-weight:400;text-decoration:underline;">the tide</span></a></p>` +
  `<hr /><p dir="ltr"><span style="font-weight:400;">Evening.</span></p></b><br class="Apple-interchange-newline">`;

/** LibreOffice Writer: lines of its HTML end anywhere, formatting is <font>, empty lines contain a break. */
const libreOffice = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
	<style type="text/css">
		@page { size: 21cm 29.7cm; margin: 2cm }
		p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }
		h1 { margin-bottom: 0.21cm; background: transparent }
	</style>
</head>
<body lang="en-GB" link="#000080" vlink="#800000" dir="ltr"><h1 class="western">
The Harbour</h1>
<p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif">She
was <i>almost</i> on time, and <b>meant</b>
it.</font></p>
<p style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<p align="center" style="line-height: 100%; margin-bottom: 0cm">#</p>
<p style="line-height: 100%; margin-bottom: 0cm"><span style="font-style: italic"><span style="font-weight: bold">Both</span></span>
at once.</p>
<p align="justify">From edge to edge.</p>
<ul>
	<li><p style="line-height: 100%; margin-bottom: 0cm">a lamp</p></li>
	<li><p style="line-height: 100%; margin-bottom: 0cm">a pen</p></li>
</ul>
<ol>
	<li><p>tea</p></li>
</ol>
<h4 class="western">Later</h4>
<p>Evening.</p>
</body>
</html>`;

/** A web page as Chromium copies it: computed styles on everything, and parts that no story needs. */
const webPage =
  `<meta charset='utf-8'><h2 style="box-sizing: border-box; font-weight: 700; color: rgb(33, 37, 41);">The Harbour</h2>` +
  `<p style="margin: 0px 0px 1em; color: rgb(33, 37, 41); font-family: Georgia; font-size: 16px; font-style: normal; font-weight: 400; letter-spacing: normal; text-align: start; text-indent: 0px; white-space: normal; background-color: rgb(255, 255, 255); text-decoration-thickness: initial;">She was<span> </span><em style="box-sizing: border-box;">almost</em><span> </span>on time<sup>1</sup>. <a href="javascript:alert(1)" onclick="alert(1)">Listen</a> or <a href="https://example.org/x?a=1&amp;b=2" target="_blank" style="color: blue;">read on</a>.</p>` +
  `<div class="ad" style="display: none">Buy this</div><script>alert(1)</script><style>p { color: red }</style>` +
  `<p style="text-align: center;"><span style="font-weight: bolder;">Bold</span> and <span style="font-weight: 600"><i style="font-style: normal">not slanted</i></span></p>` +
  `<hr style="border: 0"><blockquote style="margin: 1em"><p>“Quoted.”</p></blockquote><pre><code>if (late) {\n  wait();\n}</code></pre>` +
  `<p>He waited<br>on the pier.<br><br>She came.</p><img src="https://pictures.invalid/pier.jpg" alt="The pier" onerror="alert(1)"><img src="data:image/png;base64,iVBORw0KGgo=" alt="">` +
  `<table><tbody><tr><td>left</td><td>right</td></tr></tbody></table><iframe src="https://evil.invalid/"></iframe><form><input value="x"><button>Send</button></form>`;

const REL = 'rel="nofollow ugc noopener noreferrer"';

export const clipboards: Clipboard[] = [
  {
    program: 'Word',
    html: word,
    blocks: [
      '<h2>The Harbour</h2>',
      '<p>She was forty-one and <em>almost</em> on time. “You are late,” he said, and <strong>meant <em>it</em></strong>.</p>',
      '<p>The next ferry left at six.</p>',
      '<hr>',
      '<p class="align-justify">They took what was left:</p>',
      '<ul><li><p>a lamp</p><ul><li><p>its <em>shade</em></p></li></ul></li><li><p>a pen</p></li></ul>',
      '<p>Then, in order:</p>',
      '<ol><li><p>tea</p></li><li><p>sleep</p></li></ol>',
      '<p>The tide table lied.[1]</p>',
      '<h2>Later</h2>',
      '<p>1987. That was the year.</p>',
      '<hr>',
      '<p>[1] It always does in March.</p>',
    ],
  },
  {
    program: 'Google Docs',
    html: googleDocs,
    blocks: [
      '<h2>The Harbour</h2>',
      '<p>She was <em>almost</em> on time, <strong><em>truly</em></strong>.</p>',
      '<hr>',
      '<p class="align-right">“Stay,” he said.</p>',
      '<ul><li><p>a lamp</p><ul><li><p><strong>its shade</strong></p></li></ul></li></ul>',
      '<ol><li><p>tea</p></li></ol>',
      `<p><a href="https://example.org/tide" ${REL}>the tide</a></p>`,
      '<hr>',
      '<p>Evening.</p>',
    ],
  },
  {
    program: 'LibreOffice',
    html: libreOffice,
    blocks: [
      '<h2>The Harbour</h2>',
      '<p>She was <em>almost</em> on time, and <strong>meant</strong> it.</p>',
      '<hr>',
      '<p><strong><em>Both</em></strong> at once.</p>',
      '<p class="align-justify">From edge to edge.</p>',
      '<ul><li><p>a lamp</p></li><li><p>a pen</p></li></ul>',
      '<ol><li><p>tea</p></li></ol>',
      '<h3>Later</h3>',
      '<p>Evening.</p>',
    ],
  },
  {
    program: 'a web page',
    html: webPage,
    blocks: [
      '<h2>The Harbour</h2>',
      `<p>She was <em>almost</em> on time1. Listen or <a href="https://example.org/x?a=1&amp;b=2" ${REL}>read on</a>.</p>`,
      '<p class="align-center"><strong>Bold</strong> and <strong>not slanted</strong></p>',
      '<hr>',
      '<blockquote><p>“Quoted.”</p></blockquote>',
      '<pre><code>if (late) {\n  wait();\n}</code></pre>',
      '<p>He waited<br>on the pier.</p>',
      '<p>She came.</p>',
      '<p><img src="https://pictures.invalid/pier.jpg" alt="The pier" loading="lazy" referrerpolicy="no-referrer"></p>',
      '<p>left</p>',
      '<p>right</p>',
    ],
  },
  {
    program: 'a mail, with an empty line meant as a pause among many paragraphs',
    html: `<div dir="ltr"><div>One.</div><div>Two.</div><div>Three.</div><div><br></div><div>Four, later.</div><div><br></div><div><br></div></div>`,
    blocks: ['<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>', '<p></p>', '<p>Four, later.</p>'],
  },
  {
    program: 'a plain text editor',
    html: '',
    text: 'She said "yes" -- \'no\'...\n\n* * *\n\n- Speech, not a list.\n1987. A year, not a list.\n  <b>Not bold</b> & so on',
    blocks: [
      '<p>She said "yes" -- \'no\'...</p>',
      '<hr>',
      '<p>- Speech, not a list.</p>',
      '<p>1987. A year, not a list.</p>',
      '<p>&lt;b>Not bold&lt;/b> &amp; so on</p>',
    ],
  },
  {
    program: 'another page, a few words only',
    html: `<meta charset='utf-8'><span style="font-style: italic; font-weight: 400;">so very</span><span style="font-weight: 400"> late</span>`,
    blocks: ['<p><em>so very</em> late</p>'],
  },
  {
    program: 'Word, with tracked changes',
    html: '<p>She turned the <del>draft</del><ins>page</ins>.</p>',
    blocks: ['<p>She turned the page.</p>'],
  },
  {
    program: 'an archive, with struck-out words',
    html: '<p>She turned the <del>draft</del> page.</p>',
    blocks: ['<p>She turned the draft page.</p>'],
  },
];
