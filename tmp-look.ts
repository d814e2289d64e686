import { chromium } from 'playwright-core';
const base='http://localhost:5600';
const browser=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']});
const shots=process.argv.slice(2);
const un='demo'+Math.floor(Math.random()*1e6);
const api=async(m:string,p:string,b?:unknown,t?:string)=>{const r=await fetch(base+'/api'+p,{method:m,headers:{...(b?{'content-type':'application/json'}:{}),...(t?{authorization:'Bearer '+t}:{})},...(b?{body:JSON.stringify(b)}:{})});return r.json() as any};
const s=await api('POST','/accounts/signup',{username:un,email:un+'@example.org',password:'a long lamp at dusk'});
console.log(s.success, s.message);
const t=s.data.token;
const st=await api('POST','/stories',{title:'The Lantern Keeper’s Letters',tags:['slow burn','letters'],synopsis:'Two people, one lighthouse.'},t);
console.log(st.success,st.data?.slug,st.message);
const ch=await api('POST',`/stories/${st.data.id}/chapters`,{title:'Monday',content:'<p>The lamp was lit at dusk.</p>',order:1},t);
console.log(ch.success,ch.message);
const list=await api('GET','/frontpage?sort=top&limit=3');
const story=list.data.stories[0];
const chs=(await api('GET',`/stories/${story.id}/chapters`)).data.chapters;
const pages:[string,string,boolean,((p:any)=>Promise<void>)?][]=[
 ['home','/',false],
 ['story','/story/'+story.slug,false],
 ['end','/story/'+story.slug+'/chapter/'+chs.at(-1).id,false,async p=>{await p.evaluate(()=>window.scrollTo(0,document.body.scrollHeight));await p.waitForTimeout(1500);}],
 ['login','/login?return=%2Fstory%2Fx&for=bookmark',false],
 ['loginCode','/login#code',false],
 ['report','/report?url=%2Fstory%2F'+story.slug,false],
 ['search','/search?q=lamp',false],
 ['searchMinus','/search?q=-lamp',false],
 ['contact','/contact',false],
 ['ownStory','/story/'+st.data.slug,true],
 ['create','/create-story',true,async p=>{await p.getByLabel('Title',{exact:false}).first().fill('A Harbour at Night');const tags=p.getByRole('combobox').first();await tags.focus();await tags.pressSequentially('enemies to lovers ',{delay:15});await p.waitForTimeout(900);}],
 ['profile','/profile?tab=account',true],
 ['settings','/profile?tab=settings',true],
 ['edit','/story/'+st.data.slug+'/edit',true],
 ['homeRow','/',false,async p=>{await p.goto(base+'/story/'+story.slug+'/chapter/'+chs[0].id);await p.waitForTimeout(800);await p.evaluate(()=>window.scrollTo(0,900));await p.waitForTimeout(1500);await p.goto(base+'/');await p.waitForTimeout(1200);}],
];
for(const [w,h] of [[390,844],[1280,900]]) for(const theme of ['lamp','paper']){
 for(const [name,path,signed,act] of pages){
  if(shots.length&&!shots.includes(name))continue;
  const c=await browser.newContext({viewport:{width:w,height:h},hasTouch:w<500,isMobile:w<500});
  await c.addInitScript(([th,sess]:any)=>{localStorage.setItem('contentWarningAccepted','true');localStorage.setItem('theme',th);if(sess&&!localStorage.getItem('token')){localStorage.setItem('token',sess.token);localStorage.setItem('refreshToken',sess.refreshToken);localStorage.setItem('userData',JSON.stringify(sess.user));}},[theme,signed?s.data:null] as any);
  const p=await c.newPage();p.on('console',m=>{if(m.type()==='error')console.log(name,m.text().slice(0,150))});
  await p.goto(base+path);await p.waitForTimeout(1200);
  try{await act?.(p);}catch(e){console.log(name,String(e).slice(0,200))}
  await p.screenshot({path:`/tmp/look/${name}-${w}-${theme}.png`,fullPage:['contact','profile','settings','edit','login','loginCode','report','create','homeRow'].includes(name)&&false});
  await c.close();
 }}
await browser.close();
