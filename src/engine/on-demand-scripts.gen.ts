// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function cr(n)return string.format('%d',n)end ";
const $readClock = "local function ef(R)if string.byte(R)~=61 then local r=redis.pcall('TIME')if not r.err then local fT,fv=r[1]+0,r[2]+0 return fT*1000+(fv-fv%1000)/1000,(fT-1600000000)*1000000+fv end end local fB=tonumber(string.match(R,'%d+'))return fB,(fB-1600000000000)*1000 end ";
const $timeOfTick = "local function fc(w)return(w-w%1000)/1000+1600000000000 end ";
const $placeOf = "local function dV(y,w)return string.format('%016d',y*900000000000000+w)end ";
const $priorityOf = "local function dY(H)return(H-H%900000000000000)/900000000000000 end ";
const $dueScore = "local function cx(w,y)return cr(w*10+y)end ";
const $pushPair = "local function ec(f,Z,fo)local D=#f f[D+1],f[D+2]=Z,fo end ";
const $appendPair = "local function bA(f,Z,fo)if not f then return{Z,fo}end ec(f,Z,fo)return f end ";
const $append = "local function bz(f,G)if not f then return{G}end f[#f+1]=G return f end ";
const $listFor = "local function dy(L,B)local f=L[B]if not f then f={}L[B]=f end return f end ";
const $HEAD_PATTERN = "local al='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEVER = "local aV='9999999999999'";
const $NEW_HEAD = "local aW='2  0 0 0 0 0 0|'";
const $PADDING = "local aX='-----------------------------------------------------------------'";
const $newUnit = "local function dI(gf)return{meta=gf,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function dP(a,R)local x=redis.call('HGET',a.meta,'head')local w,fp,gg a.flags,w,a.due,a.runs,a.enqueued,a.leased,a.completed,gg=string.match(x or aW,al)a.isNew,a.head=not x,x if not w or not x and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(x or aW,gg)a.now,fp=ef(R)a.tick=w+0 if a.tick<fp then a.tick=fp end a.openTick=a.tick if fp<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function dO(a,v)local gi=dP(a,v.times)if gi then return gi end local j=redis.call('HGET',v.replies,v.lane)if j then local n=string.match(j,'^%d+')if n==v.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(j,#n+2)end if n-v.number>0 then return'late'end elseif v.number=='0'and redis.call('EXISTS',v.replies)==1 then return'reused'end a.before=j return nil end ";
const $hasFlag = "local function cY(a,hh)return a.flags~=''and string.find(a.flags,hh,1,true)~=nil end ";
const $count = "local function cd(a,gs,hY)if not a.totals then a.totals={}end a.totals[gs]=(a.totals[gs]or 0)+hY end ";
const $enter = "local function cA(a,g,s,b)a.to[g]=bA(a.to[g],s,b)end ";
const $leave = "local function dp(a,g,b)a.from[g]=bz(a.from[g],b)end ";
const $lowerDue = "local function dA(a,r)if r-a.due<0 then a.due=cr(r)end end ";
const $saveOld = "local function eP(a,B,h,j)if not a.old then a.old={}end a.old[B..h]=j end ";
const $freeTickAt = "local function cU(a,gq,r)if not a.ticks then a.ticks={}end local hr,A,w={},(r-1600000000000)*1000,nil for d=1,1000 do hr[d]=A local S=a.ticks[A]if not S then local gb,gH=cr(A*10),cr(A*10+9999)local s=redis.call('ZRANGE',gq,gH,gb,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]S=s and(s-s%10)/10 or A-1 end if S<A+999 then w=S+1 break end A=math.max(A+1000,S-S%1000)end w=w or A for z,iD in ipairs(hr)do a.ticks[iD]=w end return w end ";
const $bucketOfBytes = "local function bS(b)local gv=#b for d=1,#b,8 do local Z,fo,hF,hG,hH,hJ,hL,hM=string.byte(b,d,d+7)gv=(gv*31+Z+(fo or 0)*3+(hF or 0)*5+(hG or 0)*7+(hH or 0)*11+(hJ or 0)*13+(hL or 0)*17+(hM or 0)*19)%65521 end return gv%16+1 end ";
const $bucketOf = "local function bR(b)local A,U=string.byte(b,1,2)if A==95 and#b==13 and U<103 and U>47 and(U<58 or U>96)then return U<58 and U-47 or U-86 end return bS(b)end ";
const $heldBytes = "local function db(ft)if ft<128 then return string.char(ft,0,0)end local fU=ft%128 local gx=(ft-fU)/128%128 return string.char(fU,gx,(ft-fU-gx*128)/16384)end ";
const $formatGroup = "local function cO(c)local ft=db(math.max(0,c.held))if c.tat>0 then return'\\2'..ft..string.format('%07d%08d%015d',c.number,c.back,c.tat)..c.head elseif c.number>0 then return'\\1'..ft..string.format('%07d%08d',c.number,c.back)..c.head end return'\\0'..ft..c.head end ";
const $parseGroup = "local function dR(c,l)local fA,fU,gx,he=string.byte(l or'',1,4)c.text,c.held,c.number,c.back,c.tat,c.head=l,0,0,0,0,''if he then c.held=fU+gx*128+he*16384 if fA==0 then c.head=string.sub(l,5)end if fA==1 or fA==2 then c.number,c.back=tonumber(string.sub(l,5,11))or 0,tonumber(string.sub(l,12,19))or 50000000 c.head=string.sub(l,fA==1 and 20 or 35)end if fA==2 then c.tat=tonumber(string.sub(l,20,34))or 0 end end c.oldNumber=c.number end ";
const $readLimits = "local function ej(a,je)local l=je or redis.call('HGET',a.meta,'limits')or'0 - - - - -|- - - -'local W,fz,fu,ho,hk,jk,hV,jl,jj=string.match(l,'^%d+ (%S) (%S+) (%S+) (%S+) (%S+)|(%S+) (%S+) (%S+) (%S+)')a.limits={order=W,cap=W=='-'and tonumber(fz)or W~='-'and 1 or math.huge,rate=fu~='-'and{limit=fu+0,per=ho+0,burst=hk+0}or nil,queueCap=tonumber(jk)or math.huge,queueRate=hV~='-'and{limit=hV+0,per=jl+0,burst=jj+0}or nil}return a.limits end ";
const $startTick = "local function eW(fE,gj,T)local hW=fE.per*1000/fE.limit return gj-math.floor(math.max(0,fE.burst-T)*hW+math.min(fE.burst,hW/2))end ";
const $spendTokens = "local function eU(a,fE,gj,T)return math.max(gj,(a.now-1600000000000)*1000)+math.ceil(T*fE.per*1000/fE.limit)end ";
const $formatMember = "local function cQ(h)if h.mark=='-'and h.cost==1 and h.group then return h.group end return'\\1'..h.mark..cr(h.cost)..' '..(h.group or'')end ";
const $readMembers = "local function el(a,u,C,i)local fY,L=a.members or{},{}a.members=fY for z,b in ipairs(i)do if fY[b]==nil then fY[b]=false local n=bR(b)local f=dy(L,u[C+n])f[#f+1]='\\1'..b end end for o,K in pairs(L)do for d,l in ipairs(redis.call('HMGET',o,unpack(K)))do if l then local gm,T,c=string.match(l,'^\\1(%S)(%d+) (.*)$')fY[string.sub(K[d],2)]={mark=gm or'-',cost=(T or 1)+0,group=c~=''and(c or l),text=l,bucket=o}end end end return fY end ";
const $applyOverride = "local function bC(a,c,l)local fz,fu,ho,hk,gF=string.match(l,'^%d+ (%S+) (%S+) (%S+) (%S+) (%S+)')if not fz then return end if fz~='-'and a.limits.order=='-'then c.cap=fz+0 end if fu~='-'then c.rate={limit=fu+0,per=ho+0,burst=hk+0}end if gF~='-'then c.pausedUntil=gF=='0'and math.huge or gF+0 end end ";
const $readGroups = "local function eh(a,e,F)if not a.limits then ej(a)end local Q,fS=a.groups or{},{}a.groups=Q for z,p in ipairs(F)do if not Q[p]then Q[p]={name=p,cap=a.limits.cap,rate=a.limits.rate,pausedUntil=0,text=false,held=0,number=0,back=0,tat=0,head='',oldNumber=0,leaving=0}fS[#fS+1]=p end end if#fS==0 then return Q end for d,l in ipairs(redis.call('HMGET',e.groups,unpack(fS)))do dR(Q[fS[d]],l)end if cY(a,'o')then for d,l in ipairs(redis.call('HMGET',e.overrides,unpack(fS)))do if l then bC(a,Q[fS[d]],l)end end end return Q end ";
const $startTime = "local function eX(c,gj,T)if not c.rate then return c.pausedUntil end local w=eW(c.rate,gj,T)return math.max(c.pausedUntil,(w+999-(w+999)%1000)/1000+1600000000000)end ";
const $blockedRange = "local function bQ(n)local A=n*10*100000000 return cr(A),'('..cr(A+1000000000)end ";
const $priorityOfBlocked = "local function dZ(s)return(s-s%100000000)/100000000%10 end ";
const $limitUntil = "local function dv(a,r)dA(a,r)if not a.limitedUntil or r<a.limitedUntil then a.limitedUntil=r end end ";
const $groupOf = "local function cW(a,b)local h=a.members[b]return h and h.group and a.groups[h.group]or nil end ";
const $numberGroup = "local function dN(a,e,c)if c.number>0 then return end local fy=a.lastNumber or tonumber(redis.call('HGET',e.lines,'')or'0')repeat fy=fy%9000000+1 until redis.call('HEXISTS',e.lines,cr(fy))==0 a.lastNumber,c.number,c.back=fy,fy,50000000 end ";
const $block = "local function bM(a,e,c,b,y,jn)a.members[b].mark='-'c.added=bz(c.added,{id=b,score=(c.number*10+y)*100000000+jn})end ";
const $blockAtBack = "local function bN(a,e,c,b,y)dN(a,e,c)bM(a,e,c,b,y,c.back)c.back=math.min(c.back+1,99999999)end ";
const $blockInFront = "local function bO(a,e,c,b,y)dN(a,e,c)if not c.fronts then c.fronts={}end local hl=c.fronts[y]if not hl then local A=(c.number*10+y)*100000000 local s=redis.call('ZRANGE',e.blocked,cr(A),cr(A+100000000-1),'BYSCORE','LIMIT','0','1','WITHSCORES')[2]hl=s and s%100000000 or 50000000 end c.fronts[y]=math.max(0,hl-1)bM(a,e,c,b,y,c.fronts[y])end ";
const $becomeHead = "local function bK(a,e,c,b,y,H,r)local h,g,s=a.members[b]or{},'ready',H c.head,c.hasNewHead,h.mark=b,true,'-'if r<=a.now then a.readied=a.readied+1 else h.mark,g,s='t','delayed',cx(cU(a,e.delayed,r),y)a.sooner=true dv(a,r)end if h.set==g then a.from[g][h.at]=''eP(a,e[g],b,redis.call('ZSCORE',e[g],b))end cA(a,g,s,b)end ";
const $admitReady = "local function bx(a,e,fq)local f,gn,W=a.to.ready or{},{},{}a.to.ready=nil for d=1,#f,2 do local H,b=f[d],f[d+1]local X,c,h=fq[b],cW(a,b),a.members[b]if not c or a.old and a.old[e.ready..b]then cA(a,'ready',H,b)elseif h.keptScore then a.readied=a.readied-1 c.added=bz(c.added,{id=b,score=h.keptScore+0})else local gh=h.staysHead or X and h.mark~='-'or X=='held'and(H%900000000000000<=a.openTick or a.limits.order~='-')gn[#gn+1],W[d]=d,gh and H-9000000000000000 or dY(H)*#f+d end end a.readied=a.readied-#gn table.sort(gn,function(Z,fo)return W[Z]<W[fo]end)for z,d in ipairs(gn)do local H,b,gh=f[d],f[d+1],W[d]<0 local c,y=cW(a,b),dY(H)local h,r=a.members[b],0 if not gh or h.staysHead then r=eX(c,c.tat,h.cost)end if gh and r==math.huge then r=0 end if c.head==''and(gh or c.number==0 and c.held<c.cap and r<math.huge)then bK(a,e,c,b,y,H,r)elseif gh then a.sentBack=bA(a.sentBack,H,b)else bN(a,e,c,b,y)if not c.hasNewHead and y<(c.bestPriority or 10)then c.bestPriority=y end end end end ";
const $replaceHeads = "local function eD(a,e,u,C)local P,Q={},{}if a.limits.order~='-'then return end for z,c in pairs(a.groups)do if c.bestPriority and c.head~=''then P[#P+1]=c.head Q[c.head]=c end end if#P==0 then return end table.sort(P)el(a,u,C,P)local gT,gq=redis.call('ZMSCORE',e.ready,unpack(P)),redis.call('ZMSCORE',e.delayed,unpack(P))for d,b in ipairs(P)do local g,y,c=gT[d]and'ready'or'delayed',nil,Q[b]if gT[d]then y=dY(gT[d]+0)elseif gq[d]then y=gq[d]%10 end if y and y>c.bestPriority then dp(a,g,b)c.head,a.members[b].isSentBack='',true if g=='ready'then a.readied=a.readied-1 end a.sentBack=bA(a.sentBack,dV(y,0),b)end end end ";
const $blockSentBack = "local function bP(a,e)local f=a.sentBack or{}for d=#f,2,-2 do bO(a,e,cW(a,f[d]),f[d],dY(f[d-1]))end end ";
const $firstBlocked = "local function cJ(e,c)local x,s,fX if c.number==c.oldNumber then local gb,gH=bQ(c.number)local I=redis.call('ZRANGE',e.blocked,gb,gH,'BYSCORE','LIMIT','0',cr(c.leaving+1),'WITHSCORES')for d=1,#I,2 do if not x and not(c.gone and c.gone[I[d]])then x,s=I[d],I[d+1]+0 end end end for z,N in ipairs(c.added or{})do if not s or N.score<s then x,s,fX=N.id,N.score,N end end return x,s,fX end ";
const $admitHead = "local function bw(a,e,u,C,c)if c.head~=''or c.number==0 or c.held>=c.cap then return end local b,s,fX=cJ(e,c)if not b then c.number,c.back=0,0 end if not b or c.pausedUntil==math.huge then return end local r=0 if c.rate or c.pausedUntil>a.now then el(a,u,C,{b})r=eX(c,c.tat,a.members[b]and a.members[b].cost or 1)end if fX then fX.id=nil else dp(a,'blocked',b)end a.tick=a.tick+1 a.lastTick=nil local y=dZ(s)bK(a,e,c,b,y,dV(y,a.tick),r)end ";
const $STATES_WITH_GROUPS = "local bi={'delayed','blocked','leased','failed','done','ready'}";
const $changeMember = "local function bU(a,o,b,T,c)local j=a.members[b]or{}local h={mark='-',cost=(T or 1)+0,group=c and c~=''and c,bucket=o,text=j.text,before=j}a.members[b]=h return h end ";
const $keepStaying = "local function di(a,e)for z,g in ipairs(bi)do local hc,f,i={},a.to[g]or{},a.from[g]or{}for d=2,#f,2 do hc[f[d]]=true end for d,b in ipairs(i)do local h=hc[b]and a.members[b]if hc[b]and not(h and h.isSentBack)then i[d]=''eP(a,e[g],b,redis.call('ZSCORE',e[g],b))end end end end ";
const $dropField = "local function cs(a,B,J)if not a.drops then a.drops={}end local f=dy(a.drops,B)f[#f+1]=J end ";
const $writeField = "local function fj(a,o,J,G)if not a.writes then a.writes={}end ec(dy(a.writes,o),J,G)end ";
const $rewriteField = "local function eI(a,o,J,G,j)eP(a,o,J,j)if#G>#j then fj(a,o,J,G)else if not a.rewrites then a.rewrites={}end ec(dy(a.rewrites,o),J,G)end end ";
const $putField = "local function ee(a,B,J,G,j)if G and not j then fj(a,B,J,G)elseif G and G~=j then eI(a,B,J,G,j)elseif j and not G then cs(a,B,J)end end ";
const $writeGroups = "local function fl(a,e)for p,c in pairs(a.groups)do for z,N in ipairs(c.added or{})do if N.id then cA(a,'blocked',cr(N.score),N.id)end end local l if c.tat<=(a.now-1600000000000)*1000 then c.tat=0 end if c.held>0 or c.head~=''or c.number>0 or c.tat>0 then l=cO(c)end ee(a,e.groups,p,l,c.text)if c.number~=c.oldNumber then if c.number>0 then fj(a,e.lines,cr(c.number),cr(a.now)..' '..p)end if c.oldNumber>0 then cs(a,e.lines,cr(c.oldNumber))end end end if a.lastNumber then ee(a,e.lines,'',cr(a.lastNumber),redis.call('HGET',e.lines,''))end end ";
const $writeMembers = "local function fm(a)local gu={}for z,f in pairs(a.drops or{})do for b,J in ipairs(f)do gu[J]=true end end for b,h in pairs(a.members)do if h then local l if not gu[b]and(h.group or h.cost~=1)then l=cQ(h)end ee(a,h.bucket,'\\1'..b,l,h.text)if not h.text and l then a.runsMore=(a.runsMore or 0)+1 end if h.text and not l then a.runsLess=(a.runsLess or 0)+1 end end end end ";
const $slotOf = "local function eT(g,gm)if g=='leased'or gm=='h'and(g=='delayed'or g=='failed')then return'held'end if g=='ready'or gm=='t'and g=='delayed'then return'head'end return g=='blocked'and g or nil end ";
const $movedIds = "local function dG(a)local i,fr={},{}local function ga(b)if not fr[b]and b~=aX then fr[b]=true i[#i+1]=b end end for z,g in ipairs(bi)do for b,c in ipairs(a.from[g]or{})do ga(c)end local f=a.to[g]or{}for d=2,#f,2 do ga(f[d])end end return i end ";
const $countLeaving = "local function ci(a,fw)local fq={}for z,g in ipairs(bi)do for d,b in ipairs(a.from[g]or{})do local h=a.members[b]local j=h and h.before or h local c=j and j.group and a.groups[j.group]if c and h.set~=g then h.set,h.at=g,d local X=eT(g,j.mark)if not h.before or h.staysHeld and X=='held'and j.group==h.group then fq[b]=X end if X=='head'then if c.head==b then c.head=''end elseif X=='blocked'then c.leaving=c.leaving+1 if not c.gone then c.gone={}end c.gone[b]=true elseif X then local fC=c.name..'\\0'..b c.held,fw[fC]=c.held-1,(fw[fC]or 0)-1 end end end end return fq end ";
const $countEntering = "local function cf(a,e,fq,fw)for z,g in ipairs(bi)do local f=g~='ready'and a.to[g]or{}for d=2,#f,2 do local b=f[d]local c=cW(a,b)local hm=a.old and a.old[e[g]..b]if c and hm and g=='delayed'then fq[b],hm='head',nil if c.head==b then c.head=''end end if c and not hm then local h,W=a.members[b],a.limits.order if g=='delayed'and a.limited and a.limited[b]then h.mark='t'else h.mark=fq[b]and(g=='delayed'and W~='-'or g=='failed'and W=='s')and'h'or'-'end local X=eT(g,h.mark)if X=='head'then c.head=b elseif X then local fC=c.name..'\\0'..b c.held,fw[fC]=c.held+1,(fw[fC]or 0)+1 end if g=='leased'and c.rate then c.tat=eU(a,c.rate,c.tat,h.cost)end end end end end ";
const $countLeft = "local function cj(a,g)local n,fr=0,{}for z,b in ipairs(a.from[g]or{})do if b~=''and b~=aX and not fr[b]then fr[b]=true n=n+1 end end return n end ";
const $countReady = "local function cl(a,e)local n,f=redis.call('ZCARD',e.ready)-cj(a,'ready'),a.to.ready or{}for d=2,#f,2 do if not(a.old and a.old[e.ready..f[d]])then n=n+1 end end return n end ";
const $countFreedSlots = "local function cg(a,e)local fz=a.limits.queueCap if fz==math.huge or not a.from.leased then return end local hp=redis.call('ZCARD',e.leased)local hy=fz-hp+cj(a,'leased')-#(a.to.leased or{})/2 if hp>=fz and hy>a.readied then a.readied=math.max(a.readied,math.min(hy,cl(a,e)))end end ";
const $arrangeGroups = "local function bF(a,e,u,C,g)if not cY(a,'g')then return end if g then a.from[g]=a.from.state end local i,F,fr,fw=dG(a),{},{},{}if#i==0 and not a.touched then return end if not a.limits then ej(a)end el(a,u,C,i)for b,gP in pairs(a.followed or{})do bU(a,gP.bucket,b,gP.cost,gP.group).staysHeld=gP.hasFailed and a.limits.order=='s'end local function ga(p)if p and not fr[p]then fr[p]=true F[#F+1]=p end end for z,p in ipairs(a.touched or{})do ga(p)end for z,b in ipairs(i)do local h=a.members[b]if h and h.before then ga(h.before.group)end if h then ga(h.group)end end eh(a,e,F)local fq=ci(a,fw)cf(a,e,fq,fw)bx(a,e,fq)eD(a,e,u,C)bP(a,e)for z,p in ipairs(F)do bw(a,e,u,C,a.groups[p])end for fC,hQ in pairs(fw)do if hQ>0 then cA(a,'holders','0',fC)elseif hQ<0 then dp(a,'holders',fC)end end fm(a)fl(a,e)cg(a,e)if a.followed or a.replaces then di(a,e)end if g then a.from[g]=nil end end ";
const $addMember = "local function bq(a,o,b,l)local T,c=string.match(l,'^(%d+) (.*)$')if not cY(a,'g')then a.flags=a.flags..'g'end if not a.members then a.members={}end a.members[b]={mark='-',cost=T+0,group=c~=''and c,bucket=o}end ";
const $arrangeAdded = "local function bD(a,e,u,C,fO,jr)bF(a,e,u,C)local f={}for d=1,#fO do f[d]=string.sub(fO,d,d)end for z,g in ipairs({'blocked','delayed'})do local gK=a.to[g]or{}for d=2,#gK,2 do local nh=jr[gK[d]]if nh then f[nh]=string.sub(g,1,1)end end end return table.concat(f)end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',blocked='B',ready='R',leased='L'}";
const $formatEvents = "local function cN(a,e)local E,fs,gY={},{},{}local fN,r=a.endings or{},cr(a.now)for z,b in ipairs(a.from.done or{})do gY[b]=true end for d=1,#fN,2 do local b,M=fN[d],a.from.state and'P'or fN[d+1]if M~='F'and(M~='C'or not gY[b])then E[#E+1]=M..b end end for z,b in ipairs(a.failures or{})do E[#E+1]='F'..b end for z,g in ipairs({'done','failed','delayed','blocked','ready','leased'})do local f=a.to[g]or{}for d=2,#f,2 do local b=f[d]if b~=aX and not(a.old and a.old[e[g]..b])then E[#E+1]=ai[g]..b end end end local A,D=1,0 for d=1,#E do D=D+#E[d]+1 if D>8000 or d==#E then fs[#fs+1]=r..'\\n'..table.concat(E,'\\n',A,d)A,D=d+1,0 end end return fs end ";
const $writeEvents = "local function fi(a,e,fs)local K=redis.pcall('HMGET',a.meta,'events','recorded')local gw,j=string.match(K[1]or'','^%d+')or'0',(tonumber(K[2])or 0)-#fs for d,l in ipairs(fs)do redis.pcall('XADD',e.events,'MAXLEN',gw,cr(j+d)..'-0','e',l)end end ";
const $isRefused = "local function dg(q)return q~=0 and q~=1 and type(q)=='table'end ";
const $writeFields = "local function fk(a,L)local k for B,f in pairs(L)do if not k then local q=redis.pcall('HSET',B,unpack(f))if dg(q)then k=q end end end return k end ";
const $revert = "local function eH(L,gc,h,id,gB)for B,f in pairs(L)do for d=1,#f,2 do local p=f[d+h]local j=gc[B..p]if not j then redis.pcall(id,B,p)elseif gB=='ZADD'then redis.pcall(gB,B,j,p)else redis.pcall(gB,B,p,j)end end end end ";
const $commit = "local function bX(a,e,v,fQ)local fK=(a.runsMore or 0)-(a.runsLess or 0)if fK~=0 then a.runs=cr(math.max(0,a.runs+fK))end a.lastTick=a.lastTick or cr(a.tick)local x='2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured local fF if e.events and cY(a,'e')then fF=cN(a,e)if#fF>0 then cd(a,'recorded',#fF)end end if a.totals then local F={}for p in pairs(a.totals)do F[#F+1]=p end for d,G in ipairs(redis.call('HMGET',a.meta,unpack(F)))do local p=F[d]a.fields=bA(a.fields,p,cr((G or 0)+a.totals[p]))eP(a,a.meta,p,G)end end local V=fQ and v.number..'\\n'..fQ local gA=V and a.before and#V<=#a.before local k for z=1,2 do k=nil for g,f in pairs(a.to)do if not k then local q=redis.pcall('ZADD',e[g],unpack(f))if dg(q)then k=q end end end if a.oneWrite and not k then local q=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if dg(q)then k=q end end if a.writes and not k then k=fk(a,a.writes)end if a.results then for d=1,#a.results,2 do if not k then local q=redis.pcall('SET',a.results[d],a.results[d+1],'PX',a.resultTtl)if q.err then k=q end end end end if V and not gA and not k then local q=redis.pcall('HSET',v.replies,v.lane,V)if dg(q)then k=q end end if not k then local q if a.fields then q=redis.pcall('HSET',a.meta,'head',x,unpack(a.fields))else q=redis.pcall('HSET',a.meta,'head',x)end if dg(q)then k=q end end if a.rewrites and not k then k=fk(a,a.rewrites)end if gA and not k then local q=redis.pcall('HSET',v.replies,v.lane,V)if dg(q)then k=q end end if not k or not a.frees or string.sub(k.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if k then local hb={}for g,f in pairs(a.to)do hb[e[g]]=f end eP(a,a.meta,'head',a.head)eH(a.rewrites or{},a.old,0,'HDEL','HSET')eH({[a.meta]=bA(a.fields,'head',x)},a.old,0,'HDEL','HSET')if V and not gA and a.before then redis.pcall('HSET',v.replies,v.lane,a.before)end if V and not a.before then redis.pcall('HDEL',v.replies,v.lane)end if a.results then for d=1,#a.results,2 do redis.pcall('DEL',a.results[d])end end eH(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then eH({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end eH(hb,a.old,1,'ZREM','ZADD')return k end a.head=x if fQ and not a.before then redis.pcall('PEXPIRE',v.replies,string.match(v.times,'%d+$'))end for g,f in pairs(a.from)do redis.pcall('ZREM',e[g],unpack(f))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aX)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for B,f in pairs(a.drops)do redis.pcall('HDEL',B,unpack(f))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and fF then fi(a,e,fF)end return nil end ";
const $resetUnit = "local function eF(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.members,a.groups,a.sentBack,a.touched,a.followed=nil,nil,nil,nil,nil a.limited,a.limitedUntil,a.lastNumber,a.overtaken=nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $releaseHeads = "local function ev(a,e,u,C,F)local Q,P=eh(a,e,F),{}a.touched=F for z,p in ipairs(F)do local x=Q[p].head if x~=''then P[#P+1]=x end end if#P==0 then return end el(a,u,C,P)for d,s in ipairs(redis.call('ZMSCORE',e.delayed,unpack(P)))do local h=a.members[P[d]]if s and h and h.mark=='t'then a.tick=a.tick+1 dp(a,'delayed',P[d])cA(a,'ready',dV(s%10,a.tick),P[d])a.readied=a.readied+1 end end end ";
const $limitedNames = "local function dw(e)local gZ,kz,F,fr,iq={},{},{},{},{}local I=redis.call('HSCAN',e.lines,'0','COUNT',cr(250))[2]for d=1,#I,2 do local n,p=tonumber(I[d]),string.match(I[d+1],'^%d+ (.+)$')if n and p and#gZ<250 then gZ[#gZ+1]=n kz[n],fr[p]=p,true end end table.sort(gZ)for d,n in ipairs(gZ)do F[d]=kz[n]end I=redis.call('HSCAN',e.groups,'0','COUNT',cr(250))[2]for d=1,#I,2 do local c={}dR(c,I[d+1])if c.tat>0 and not fr[I[d]]then iq[#iq+1]=I[d]end end table.sort(iq)for z,p in ipairs(iq)do if#F<250 then F[#F+1]=p end end return F end ";
const $releaseGroups = "local function eu(a,e,u,C,F,ld)eh(a,e,F)for z,p in ipairs(F)do local c=a.groups[p]if ld and c.rate==a.limits.rate then c.tat=0 end end ev(a,e,u,C,F)end ";
const $releaseAll = "local function et(a,e,u,C,j,jP)local kF='^%d+ %S+ %S+ (%S+ %S+ %S+)|%S+ (%S+ %S+ %S+)'local kf,lE=string.match(j or'0 - - - - -|- - - -',kF)local fE,lF=string.match(jP,kF)local gj=lF~=lE and redis.call('HGET',a.meta,'tat')if gj then ec(a.fields,'tat','0')eP(a,a.meta,'tat',gj)end local jD=redis.call('HLEN',e.groups)>250 if jD then local gc=redis.call('HGET',a.meta,'release')local lA=fE~=kf or cY(a,'s')and gc and string.find(gc,'r',1,true)if not cY(a,'s')then a.flags=a.flags..'s'end ec(a.fields,'release',lA and'0 r'or'0 -')eP(a,a.meta,'release',gc)end eu(a,e,u,C,dw(e),fE~=kf and not jD)end ";
const $hasListeners = "local function cZ(a)if a.flags~='h'and not cY(a,'h')then return a.isNew end if cY(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $addListener = "local function bp(a)local j=redis.call('HGET',a.meta,'heard')local jY=cY(a,'h')and j or'0'if jY-a.now>300000 then return false end if not cY(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ec(a.fields,'heard',cr(a.now+600000))eP(a,a.meta,'heard',j)return true end ";
const $wake = "local function fe(a,hv)local go='-'if a.due~=aV then go=cr(math.max(0,a.due-a.now))end local n=hv and'0'or'-'if a.readied>0 then n=a.readied==1 and'1'or cr(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..go)end ";
const $adoptLimits = "local function by(a,e,u,C,iG)if iG==''then return false end local jF=redis.call('HGET',a.meta,'limits')if jF==iG then return false end if jF and string.match(jF,'^%d+')-string.match(iG,'^%d+')>=0 then return true end if not cY(a,'g')then a.flags=a.flags..'g'end a.fields={'limits',iG}eP(a,a.meta,'limits',jF)if a.isNew then ec(a.fields,'born',cr(a.now))bp(a)end ej(a,iG)et(a,e,u,C,jF,iG)bF(a,e,u,C)a.readied=math.max(a.readied,redis.call('ZCARD',e.ready))local k=bX(a,e)eF(a)a.isNew=false return false,k end ";
const $STATE_LETTERS = "local bj={ready='R',delayed='D',blocked='B',leased='L',failed='F',done='C'}";
const $flagLarge = "local function cK(a,iI)if#iI>2000 and not cY(a,'l')then a.flags=a.flags..'l'end end ";
const $statesOf = "local function eY(a,e,i)local jw={}for d,hs in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do if hs and hs-a.now>0 then jw[i[d]]='S'end eP(a,e.seen,i[d],hs)end for g,M in pairs(bj)do local il=e[g]and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,s in ipairs(il)do if s then jw[i[d]]=M end end end return jw end ";
const $addJobs = "local function bo(a,e,u,C,gN,A,Q)local jv,fP={},A while gN[fP]do local n,jM=string.match(gN[fP],'^%d (%d+) %S+ (%S+)')if jM~='-'then for d=1,n do jv[#jv+1]=gN[fP+d*2-1]end end fP=fP+n*2+1 end local kr,fO,jr={},{},{}if#jv>0 then kr=eY(a,e,jv)end fP=A while gN[fP]do local y,n,ls,jM,hC,lq,gl,h=string.match(gN[fP],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+) ?(.*)$')local fA,jB=string.sub(ls,1,1),tonumber(string.sub(ls,2))for d=1,n do local b,iI=gN[fP+d*2-1],gN[fP+d*2]local M=kr[b]if not M then a.tick=a.tick+1 local w=a.tick M='r'if fA=='+'and jB>0 then M,w='d',cU(a,e.delayed,a.now+jB)elseif fA=='@'and jB>a.now then M,w='d',cU(a,e.delayed,jB)end local H=dV(y,w)local ik=fc(w)~=a.now and' c'..cr(a.now)or''if hC~='-'then ik=ik..' m'..hC end if lq~='-'then local fW=a.now+lq ik=ik..' x'..cr(fW)cA(a,'expiring',cr(fW),b)dA(a,fW)end if gl~='-'then ik=ik..' o'..gl end if M=='r'then cA(a,'ready',H,b)a.readied=a.readied+1 else cA(a,'delayed',cx(w,y),b)a.sooner=true dA(a,fc(w))end cK(a,iI)local c=bR(b)local o=u[C+c]ec(dy(a.writes,o),b,H..ik..':'..iI)if jM~='-'and jM~='0'then cA(a,'seen',cr(a.now+jM),b)end if h~=''then Q.addMember(a,o,b,h)end kr[b]=string.upper(M)jr[b]=#fO+1 end fO[#fO+1]=M end fP=fP+n*2+1 end return table.concat(fO),jv,jr end ";
const $isRegistered = "local function dh(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $removeResults = "local function eB(ii)if#ii==0 then return end if redis.call('EXISTS',unpack(ii))>50 then for z,B in ipairs(ii)do redis.pcall('PEXPIRE',B,'1')end else redis.pcall('UNLINK',unpack(ii))end end ";
const $timeOfDue = "local function fb(s)return(s-s%10000)/10000+1600000000000 end ";
const $dropFurtherField = "local function ct(a,o,J)cs(a,o,J)a.runsLess=(a.runsLess or 0)+1 end ";
const $parseFollower = "local function dQ(hK)local T,c,fP=string.match(hK,'^\\1(%d+) ([^\\n]*)\\n()')return fP and string.sub(hK,fP)or hK,T,c end ";
const $enterWaiting = "local function cC(a,g,s,b,fW)cA(a,g,s,b)if g=='ready'then a.readied=a.readied+1 else a.sooner=true dA(a,fb(s))end if fW~='0'then cA(a,'expiring',fW,b)dA(a,tonumber(fW))end end ";
const $readJobs = "local function ei(u,C,i,fZ)local K={}for d=1,#i do local b=i[d]if fZ==2 then K[d*2-1]=b end K[d*fZ]='\\t'..b end local fD=bR(i[1])local fy=bR(i[#i])if fD==fy then local I,gX=nil,fZ==2 if gX then I=redis.call('HMGET',u[C+fD],unpack(K))for d=1,#i do if not I[d*2-1]then gX=false break end end end if gX then return I,u[C+fD],nil,K end end local ge,hf,L,gQ={},{},{},{}for d=1,#i do local n=bR(i[d])local o=u[C+n]ge[d]=o if not L[o]then L[o],gQ[o]={},{}end local f,gl=L[o],gQ[o]for fJ=(d-1)*fZ+1,d*fZ do local D=#f+1 f[D],gl[D]=K[fJ],fJ end end for o,f in pairs(L)do local I,gl=redis.call('HMGET',o,unpack(f)),gQ[o]for fJ=1,#f do hf[gl[fJ]]=I[fJ]end end return hf,nil,ge,K end ";
const $removeJob = "local function ez(a,o,b,t)cs(a,o,b)if t then ct(a,o,'\\t'..b)end end ";
const $addEnding = "local function bm(a,b,M)a.endings=bA(a.endings,b,M)end ";
const $limitFreed = "local function dt(a,u,C,i,kt)local gy,D=0,#i if cY(a,'l')then for d=1,D do local n=bR(i[d])local o=u[C+n]gy=gy+redis.call('HSTRLEN',o,i[d])if cY(a,'f')then gy=gy+redis.call('HSTRLEN',o,'\\4'..i[d])end if gy>64000000 and d>kt then for fJ=D,d,-1 do i[fJ]=nil end break end end end return#i<D end ";
const $leaveWaiting = "local function ds(a,e,b,t,M)local jU,gq=redis.call('ZSCORE',e.blocked,b),redis.call('ZSCORE',e.delayed,b)if not jU and not gq then return false end if M=='r'then return true end if jU then dp(a,'blocked',b)elseif M=='d'then eP(a,e.delayed,b,gq)else dp(a,'delayed',b)end if M=='d'then eP(a,e.expiring,b,t.expiresAt)else dp(a,'expiring',b)end return false end ";
const $beginEndings = "local function bL(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function eK(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bL(a,e)end ";
const $writeEndings = "local function fg(a,e)if not a.finished and not a.endings then return end local f,w,ip={},a.lastTick if a.finished then local jb='C'..w for d,b in ipairs(a.finished)do f[d*2-1],f[d*2]=b,jb end ip=a.completed-#a.finished==0 end if a.endings then for d=1,#a.endings,2 do ec(f,a.endings[d],a.endings[d+1]..w)end end if e.endedBefore then ip=redis.call('EXISTS',e.endings)==0 end if ip then bL(a,e)end local q=redis.pcall('HSET',e.endings,unpack(f))if e.endedBefore and not ip and type(q)=='table'and string.sub(q.err,1,3)~='OOM'then eK(a,e)end end ";
const $lastEndings = "local function dl(e,i)local I=redis.call('HMGET',e.endings,unpack(i))for d,jb in ipairs(redis.call('HMGET',e.endedBefore,unpack(i)))do I[d]=I[d]or jb end return I end ";
const $bucketOfLatency = "local function bT(hq)local o=0 if hq>=1 then o=1 end if hq>=1073741824 then hq=1073741823 end if hq>=65536 then hq,o=hq/65536,o+16 end if hq>=256 then hq,o=hq/256,o+8 end if hq>=16 then hq,o=hq/16,o+4 end if hq>=4 then hq,o=hq/4,o+2 end if hq>=2 then o=o+1 end return o end ";
const $measure = "local function dC(a,lg,hq,n)local fO=string.char(lg+bT(hq))if n>1 then fO=string.rep(fO,n)end a.measured=a.measured..fO end ";
const $addToHistogram = "local function bu(lg,gZ,M)local gS,D={},0 for n in string.gmatch(lg or'','%d+')do D=D+1 gS[D]=n end for d=1,31 do local gz=gZ[M+d-1]if gz then for mV=D+1,d do gS[mV]='0'end D=math.max(D,d)gS[d]=cr(gS[d]+gz)end end return table.concat(gS,' ')end ";
const $foldLatencies = "local function cL(a)if#a.latencies+#a.measured>96 then local fO,gZ={string.byte(a.latencies..a.measured,1,-1)},{}for d=1,#fO do gZ[fO[d]]=(gZ[fO[d]]or 0)+1 end local j=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bA(a.fields,'waits',bu(j[1],gZ,64))ec(a.fields,'runTimes',bu(j[2],gZ,96))eP(a,a.meta,'waits',j[1])eP(a,a.meta,'runTimes',j[2])a.latencies,a.measured='',''end end ";
const $parseRun = "local function dT(t)local gI,ju,kw,H,hC,fW,iC,iE,iF,kg,kn=string.match(t or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return gI and{fence=gI,attempt=ju,released=kw,place=H,max=hC,expiresAt=fW,postponed=iC,unfinished=iE,worker=iF,progress=kg,attempts=kn}end ";
const $formatRun = "local function cR(t,gk)local jC=t.postponed==''and''or' '..t.postponed..' '..t.unfinished return table.concat({gk,t.fence,t.attempt,t.released,t.place,t.max,t.expiresAt},' ')..jC..'\\n'..t.worker..'\\n'..t.progress..t.attempts end ";
const $endAttempt = "local function cy(t,fB,M,jK)local E=t.attempts local kB,x,gI,fy=string.match(E,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if gI==t.fence then E=kB elseif x then local lk=M~='l'and fy==string.match(jK,'^[^\\t]+')E=kB..x..(lk and'='or fy)end E=E..'\\n'..M..' '..t.attempt..' '..t.fence..' '..cr(fB-fc(t.fence))..'\\t'..t.worker..'\\t'..jK local z,n=string.gsub(E,'\\n','')while n>1 and(n>10 or#E>800)do local a,lb=string.gsub(E,'[^\\t]\\n','')local iq,gu=string.gsub(E,'\\n[^\\n]*\\t\\n','\\n',lb>5 and 0 or 1)if gu==0 then iq=string.gsub(E,'^\\n[^\\n]*','')end E,n=iq,n-1 end t.attempts=E end ";
const $leaveStates = "local function dr(a,e,b,iH,lL)local ih=cY(a,'g')for z,g in ipairs({'expiring','ready','delayed','blocked','leased','failed'})do local s=(g~='blocked'or ih)and redis.call('ZSCORE',e[g],b)if g=='expiring'and lL or g==iH and not ih then eP(a,e[g],b,s)elseif s then dp(a,g,b)end end end ";
const $takeOver = "local function eZ(a,e,o,b,j,t)local hK=cY(a,'f')and redis.call('HGET',o,'\\4'..b)if not hK then return false end local l,T,c=dQ(hK)local A,fW=string.match(l,'^%d+')or 0,string.match(l,'^[^:]* x(%d+)')or'0'local y,ix=dY(A),fc(A%900000000000000)local g,w='ready',a.tick+1 if ix>a.now then g,w='delayed',cU(a,e.delayed,ix)else a.tick=w end local H,fV=dV(y,w),redis.call('HGET',o,b)dr(a,e,b,g,fW~='0')cC(a,g,g=='ready'and H or cx(w,y),b,fW)l=H..string.sub(l,17)if fV then eI(a,o,b,l,fV)else fj(a,o,b,l)end ct(a,o,'\\4'..b)if not a.followed then a.followed={}end a.followed[b]={cost=T,group=c,bucket=o,hasFailed=t and true}if t then a.failures=bz(a.failures,b)t.attempt,t.released,t.postponed,t.place,t.max,t.expiresAt='0','0','',H,'0',fW eI(a,o,'\\t'..b,cR(t,'W'),j)else a.enqueued=cr(a.enqueued+1)if j then ct(a,o,'\\t'..b)end end return true end ";
const $staleReason = "local function eV(t,iz,fN,e,i,d)if not t then fN=fN or dl(e,i)return string.sub(fN[d]or'U',1,1),fN end local gk,gI=string.match(t,'^(%a) (%d+)')if gk=='E'then gk='F'elseif(gk=='L'or gk=='W')and gI~=string.sub(iz,3,17)then gk='A'end return gk or'U',fN end ";
const $countRelease = "local function cm(t,gR)t.isUnused=gR=='g'local iC,iE=tonumber(t.postponed)or 0,tonumber(t.unfinished)or 0 if gR=='p'then iC=iC+1 t.isUnused=iC<=1000 elseif gR=='b'then iE=iE+1 t.isUnused=iE%10~=0 end if iC+iE>0 then t.postponed,t.unfinished=cr(iC),cr(iE)end if t.isUnused then t.released=cr(t.released+1)end end ";
const $chooseOutcome = "local function bW(a,e,gR,t,kR)if gR=='c'or gR=='k'then return'c','C','completed'end cm(t,gR)if t.isUnused and gR~='p'then return'r','W','released'end if gR=='f'or not t.isUnused and t.attempt-t.released>=tonumber(t.max)then return'f','F','failed'end a.tick=a.tick+1 if gR=='b'or kR=='0'then return'r','W','retried',a.tick end return'd','W','retried',cU(a,e.delayed,a.now+kR)end ";
const $leaveExpired = "local function dq(a,e,b,t,M)local H,lc=redis.call('ZSCORE',e.ready,b),redis.call('ZSCORE',e.failed,b)if M=='r'then eP(a,e.ready,b,H)elseif H then dp(a,'ready',b)end if M=='f'then eP(a,e.failed,b,lc)elseif lc then dp(a,'failed',b)end if H and t.expiresAt~='0'then if M=='r'or M=='d'then eP(a,e.expiring,b,t.expiresAt)else dp(a,'expiring',b)end end return lc end ";
const $enterNext = "local function cB(a,b,t,M,gR,w)if M=='r'then cC(a,'ready',t.place,b,t.expiresAt)elseif M=='d'then cC(a,'delayed',cx(w,dY(t.place)),b,t.expiresAt)elseif M=='f'then cA(a,'failed',cr(a.now),b)elseif gR=='k'then cA(a,'done',cr(a.now),b)end return M=='f'or gR=='k'end ";
const $settleItems = "local function eS(a,e,u,C,gN,A,ii,kp,Q)local i,fO,lV,gw,jW,fN={},{},{},0,false,nil local jD,D,hS,lQ=cY(a,'l'),0,false,false for fP=A,#gN,4 do i[#i+1]=string.sub(gN[fP+1],19)end local fK,fD,ge=ei(u,C,i,1)local ft=redis.call('ZMSCORE',e.leased,unpack(i))for d=1,#i do local b,j,o,fP=i[d],fK[d],fD or ge[d],A+d*4-4 local gR,iz,kA,jK=unpack(gN,fP,fP+3)local lP=j and string.sub(j,2,18)==string.sub(iz,2,18)local M,gs,t=lV[b],'stale'if M=='W'and not lP then M='A'end if not M and(not lP or not string.find(j,'^[LE]'))then M,fN=eV(j,iz,fN,e,i,d)end if not M and jD then D=D+redis.call('HSTRLEN',o,b)if cY(a,'f')then D=D+redis.call('HSTRLEN',o,'\\4'..b)end hS=hS or lQ and D>32000000 end if hS then M,gs='M',nil end if not M then t=gR=='c'and{expiresAt='-'}or dT(j)M=not t and'U'end if not M then local gk,w M,gk,gs,w=bW(a,e,gR,t,kA)lV[b],lQ=gk,true if M~='r'or not t.isUnused or gR=='p'then dC(a,96,a.now-1600000000000-string.sub(iz,3,14),1)end if w then t.place=dV(dY(t.place),w)end if M~='c'then cy(t,a.now,M=='f'and M or gR,t.isUnused and''or jK)end local lj=(M=='c'or M=='f')and eZ(a,e,o,b,j,M=='f'and t)if M=='c'and kA~=''and not lj then a.results=bA(a.results,ii[kp],'C '..cr(a.now)..' '..kA)end if M=='c'and(lj or gR=='c')then bm(a,b,'C')end if not lj then if ft[d]then dp(a,'leased',b)elseif dq(a,e,b,t,M)then jW=true if M=='f'then gs=nil end end local kW=Q and not ft[d]and Q.leaveWaiting(a,e,b,t,M)if not kW and cB(a,b,t,M,gR,w)then gw=gw+1 end if gR=='c'then ez(a,o,b,j)else eI(a,o,'\\t'..b,cR(t,gk),j)end end end if kA~=''and(gR=='c'or gR=='k')then kp=kp+1 end if gs=='completed'then a.completed=cr(a.completed+1)elseif gs then cd(a,gs,1)end fO[d]=M end return table.concat(fO),gw,jW,hS end ";
const $trimEnded = "local function fd(a,e,u,C,iy,fu)local iB,hC={string.match(iy,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,fu)local i,jZ,gu,jT,gz,hT={},{},0,0,false,false for fJ,g in ipairs({'done','failed'})do local jH,gw,gc=tonumber(iB[fJ*2-1]),tonumber(iB[fJ*2]),{}if jH then gc=redis.call('ZRANGE',e[g],'-inf',cr(a.now-jH),'BYSCORE','LIMIT','0',cr(hC))end local gl=#(a.to[g]or{})/2 jT=jT+gl if gw then local D=redis.call('ZCARD',e[g])local jz=D+gl-gw hT=hT or jz>D if jz>#gc then gc=redis.call('ZRANGE',e[g],'0',cr(math.min(jz,hC)-1))end end gz=gz or#gc>=hC for d=1,#gc do i[#i+1]=gc[d]jZ[#i]=g end end if#i>0 then local hS=dt(a,u,C,i,jT+1)gz=gz or hS local jh={}for z,g in ipairs({'ready','delayed','leased'})do for d,s in ipairs(redis.call('ZMSCORE',e[g],unpack(i)))do jh[d]=jh[d]or s end end if cY(a,'g')then for d,s in ipairs(redis.call('ZMSCORE',e.blocked,unpack(i)))do jh[d]=jh[d]or s end end local fK,fD,ge=ei(u,C,i,1)for d=1,#i do local b,kD=i[d],jZ[d]=='failed'dp(a,jZ[d],b)if not jh[d]then gu=gu+1 ez(a,fD or ge[d],b,fK[d])bm(a,b,kD and'F'or'C')if kD then cd(a,'purged',1)end end end end return gu,gz,hT end ";
const $formatSettled = "local function cS(a,fO,go,gz)return fO..'\\n'..cr(a.now)..(gz and' - 1 'or' - 0 ')..go..' -'..a.flags..' -'end ";

/** 7292 bytes. */
export const enqueueGroupedPlain = /* @__PURE__ */ script(
  "enqueueGroupedPlain",
  ["meta", "ready", "blocked", "groups", "lines", "bucket", "replies"],
  ["lane", "number", "times", "priority", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local t=unpack local r=redis.call local ab=string.match local x=string.sub local ah=string.byte local g=redis.pcall local aQ=tonumber local W=string.find local m=string.format local N=type local v,ay,cE,bl,bt,dB,T=t(KEYS,1,7)local as=ARGV[1]local aD=ARGV[2]local ba=ARGV[3]local bx,cI=ARGV[4],ARGV[5]local Y=ARGV local bP='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bU='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bV='9999999999999'local bq='2  0 0 0 0 0 0|'local ec='50000000'local ax=0 local aM,cU local j,V,aP,bb,bd,aE,aR,bc,aO,C,G,U,z,aG,ae,bI,n,ag,aF local O repeat local au do local w=r('HGET',v,'head')local I,ao,bu j,I,V,aP,bb,bd,aE,bu=ab(w or bq,bU)aR,bc=not w,w if not I or not w and r('HEXISTS',v,'layout')==1 then au='other_layout'else aO=x(w or bq,bu)repeat if ah(ba)~=61 then local aA=g('TIME')if not aA.err then local bz,aW=aA[1]+0,aA[2]+0 C,ao=bz*1000+(aW-aW%1000)/1000,(bz-1600000000)*1000000+aW break end end local bv=aQ(ab(ba,'%d+'))C,ao=bv,(bv-1600000000000)*1000 break until true G=I+0 if G<ao then G=ao end if ao<0 or G>=899000000000000 then au='bad_clock'else au=nil end end end if au then O=au break end local l=r('HGET',T,as)if l then local f=ab(l,'^%d+')if f==aD then if not aR then g('HINCRBY',v,'replayed',1)end O='again\\n'..x(l,#f+2)break end if f-aD>0 then O='late'break end elseif aD=='0'and r('EXISTS',T)==1 then O='reused'break end U=l O=nil break until true if O then return O end local eh=#Y-6>300000 if aR or eh or not(j~=''and W(j,'g',1,true)~=nil)or W(j,'[eo]')then return'not_plain'end local cQ=r('HGET',v,'limits')or'0 - - - - -|- - - -'if cI~=''and cI~=cQ then return'not_plain'end local cJ,bK=ab(cQ,'^%d+ (%S) (%S+) %- %- %-|')if not cJ then return'not_plain'end bK=cJ~='-'and 1 or aQ(bK)or 1000000 local am,bD={},{}for av=8,#Y,3 do local s=Y[av]if s~=''and not bD[s]then am[#am+1]=s bD[s]=#am end end local bn,ai,ak,bX,D={},{},{},{},{}if am[1]then bn=r('HMGET',bl,t(am))for h=1,#am do local Z=bn[h]ak[h],bX[h]='',''if not Z then ai[h],D[h]='\\0\\0\\0',''else local cr=ah(Z)ai[h]=x(Z,2,4)if cr==0 then D[h]=x(Z,5)elseif cr==1 then ak[h],bX[h]=x(Z,5,11),x(Z,12,19)D[h]=x(Z,20)else return'not_plain'end end end end local bg={}for h=1,#am do if D[h]~=''then bg[#bg+1]=D[h]end end if bg[1]then local ea,bm=r('ZMSCORE',ay,t(bg)),(bx+1)*900000000000000 for d=1,#bg do if not ea[d]or ea[d]-bm>=0 then return'not_plain'end end end local cz,q,bH,dd,B,J=bx*900000000000000,{},nil,nil,{},0 local dg=cz+(C+1-1600000000000)*1000 local bF,aJ local function aC(A,E)local a=A[E]if not a then a={}A[E]=a end return a end for av=6,#Y,3 do local i,cK,s=Y[av],Y[av+1],Y[av+2]G=G+1 local I=cz+G local S=I%100 if S==0 or not aJ then aJ=m('%014d',(I-S)/100)end local al=aJ..x(bP,S*2+1,S*2+2)local af=al..(I>=dg and' c'..m('%d',C)..':'or':')..cK if#cK>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end do local b=#B B[b+1],B[b+2]=i,af end local cd,h='r',bD[s]if h then do local M='\\1'..i local b=#B B[b+1],B[b+2]=M,s end J=J+1 local M,y,cA=ah(ai[h],1,3)if D[h]==''and ak[h]==''and M+y*128+cA*16384<bK then D[h]=i else cd='b'if ak[h]==''then bF=bF or aQ(r('HGET',bt,'')or'0')repeat bF=bF%9000000+1 until r('HEXISTS',bt,m('%d',bF))==0 ak[h],bX[h]=m('%07d',bF),ec do local X=m('%d',bF)local F=m('%d',C)..' '..s if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]=X,F end end end do local a=dd local b=ak[h]..bx..bX[h]if not a then dd={b,i}else do local c=#a a[c+1],a[c+2]=b,i end dd=a end end bX[h]=m('%08d',math.min(bX[h]+1,99999999))end end if cd=='r'then do local a=bH if not a then bH={al,i}else do local b=#a a[b+1],a[b+2]=al,i end bH=a end end ax=ax+1 end q[#q+1]=cd end aM,cU=bH,dd aG,ae,bI=dB,B,J bb=m('%d',bb+#q)for h=1,#am do local Z if ak[h]~=''then Z='\\1'..ai[h]..ak[h]..bX[h]..D[h]else Z='\\0'..ai[h]..D[h]end if bn[h]then do local X=am[h]local F=Z local l=bn[h]if not n then n={}end n[bl..X]=l if#F>#l then if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end else if not ag then ag={}end do local a=aC(ag,bl)local b=#a a[b+1],a[b+2]=X,F end end end else do local X=am[h]local F=Z if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end end end end if bF then local l=r('HGET',bt,'')if l then do local F=m('%d',bF)if not n then n={}end n[bt..'']=l if#F>#l then if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end else if not ag then ag={}end do local a=aC(ag,bt)local b=#a a[b+1],a[b+2]='',F end end end else do local F=m('%d',bF)if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end end end end local an=table.concat(q)local aK if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then aK=aR else if j~=''and W(j,'p',1,true)~=nil then aK=false else if G%32~=0 or(r('HGET',v,'heard')or'0')-C>0 then aK=true else j=string.gsub(j,'h','')aK=false end end end local e do local bG=(bI or 0)-0 if bG~=0 then aP=m('%d',math.max(0,aP+bG))end aF=aF or m('%d',G)local w='2 '..j..' '..aF..' '..V..' '..aP..' '..bb..' '..bd..' '..aE..'|'..aO..''local R=an and aD..'\\n'..an local aV=R and U and#R<=#U local a for bW=1,2 do a=nil if aM then if not a then local c=g('ZADD',ay,t(aM))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if cU then if not a then local c=g('ZADD',cE,t(cU))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if ae and not a then local c=g('HSET',aG,t(ae))if c~=0 and c~=1 and N(c)=='table'then a=c end end if z and not a then do local A=z local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if R and not aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a then local c c=g('HSET',v,'head',w)do local br do local b=c br=b~=0 and b~=1 and N(b)=='table'end if br then a=c end end end if ag and not a then do local A=ag local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a or true or x(a.err,1,3)~='OOM'then break end r('HDEL',v,'')end if a then local bf={}if aM then bf[ay]=aM end if cU then bf[cE]=cU end do local l=bc if not n then n={}end n[v..'head']=l end local function at(A,cg,ce,ci,aY)local aS=pairs local b=redis.pcall for E,c in aS(A)do for d=1,#c,2 do local s=c[d+ce]local l=cg[E..s]if not l then b(ci,E,s)elseif aY=='ZADD'then b(aY,E,l,s)else b(aY,E,s,l)end end end end at(ag or{},n,0,'HDEL','HSET')local function bQ(b,M,y)if not b then return{M,y}end do local c=#b b[c+1],b[c+2]=M,y end return b end at({[v]=bQ(nil,'head',w)},n,0,'HDEL','HSET')if R and not aV and U then g('HSET',T,as,U)end if R and not U then g('HDEL',T,as)end at(z or{},n,0,'HDEL','HSET')if ae then at({[aG]=ae},n,0,'HDEL','HSET')end at(bf,n,1,'ZREM','ZADD')e=a else bc=w if an and not U then g('PEXPIRE',T,ab(ba,'%d+$'))end e=nil end end if e then return e end if aK and ax>0 then do local bs='-'if V~=bV then bs=m('%d',math.max(0,V-C))end local f='-'if ax>0 then f=ax==1 and'1'or m('%d',ax)end g('PUBLISH',x(v,1,-5)..'wake',f..' '..bs)end end return'ok\\n'..an",
  ],
);

/** 27283 bytes. */
export const enqueueGrouped = /* @__PURE__ */ script(
  "enqueueGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local v={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local u=KEYS local ii=KEYS local my,iB=ARGV[4],ARGV[5]local gN=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $addMember,
    $arrangeAdded,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    $isRegistered,
    $removeResults,
    "local function eM(e,v,hB,Q)local u,ii,kp=hB.jobs,hB.results,hB.firstResult local a=dI(e.meta)local ha=dO(a,v)if ha then return ha end local kk=false if Q then local k kk,k=Q.adoptLimits(a,e,u,hB.offset,hB.limits)if k then return k end elseif cY(a,'g')then return'grouped'end a.writes={}local fO,jv,jr=bo(a,e,u,hB.offset,hB.items,hB.first,Q)local z,fX=string.gsub(fO,'%l','')if hB.maxLength~=''and fX>0 then local lr=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if Q then lr=lr+redis.call('ZCARD',e.blocked)end if lr+fX>tonumber(hB.maxLength)then return'full'end end if Q then fO=Q.arrangeAdded(a,e,u,hB.offset,fO,jr)end if a.to.seen then local jt=redis.call('ZRANGE',e.seen,'-inf',cr(a.now),'BYSCORE','LIMIT','0',cr(fX*2+8))for b,c in ipairs(jt)do if not jr[c]then dp(a,'seen',c)end end end a.enqueued=cr(a.enqueued+fX)if fX<#fO then cd(a,'duplicates',#fO-fX)end local lG=dh(a)local ir=(a.readied>0 or a.sooner)and cZ(a)if a.isNew then a.fields={'born',cr(a.now)}bp(a)end local k=bX(a,e,v,fO)if k then return k end local jt={}for d,b in ipairs(jv)do if jr[b]then jt[#jt+1]=ii[kp+d-1]end end eB(jt)if ir then fe(a)end return'ok\\n'..fO..(lG and''or'\\nu')..(kk and'\\nv'or'')end return eM(e,v,{jobs=u,offset=15,results=ii,firstResult=32,maxLength=my,items=gN,first=6,limits=iB},{adoptLimits=by,addMember=bq,arrangeAdded=bD})",
  ],
);

/** 32002 bytes. */
export const enqueueKnown = /* @__PURE__ */ script(
  "enqueueKnown",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local v={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local u=KEYS local ii=KEYS local my,iB=ARGV[4],ARGV[5]local gN=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $placeOf,
    $priorityOf,
    $dueScore,
    $timeOfDue,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $writeField,
    $rewriteField,
    $putField,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    $STATE_LETTERS,
    $flagLarge,
    $parseFollower,
    $enterWaiting,
    "local function dx(u,C,gN,A)local gK,i,jv,mp,fP={},{},{},{},A while gN[fP]do local n,jM=string.match(gN[fP],'^%d (%d+) %S+ (%S+)')for d=1,n do local b=gN[fP+d*2-1]if not gK[b]then i[#i+1]=b local o=bR(b)gK[b]={id=b,bucket=u[C+o]}end if jM~='-'then jv[#jv+1]=b end mp[b]=mp[b]or string.find(jM,'^[ab]')end fP=fP+n*2+1 end return gK,i,jv,mp end local function en(a,e,u,C,gK,i)for d,hs in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do gK[i[d]].isSeen=hs and hs-a.now>0 eP(a,e.seen,i[d],hs)end local ih=cY(a,'g')if ih then el(a,u,C,i)end for z,g in ipairs({'ready','delayed','blocked','leased','failed','done'})do local il=(g~='blocked'or ih)and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,s in ipairs(il)do local N,h=gK[i[d]],ih and a.members[i[d]]if s then N.set,N.score,N.before,N.beforeScore=g,s,g,s N.group=h and h.group or nil if g=='blocked'or g=='delayed'and h and h.mark=='t'then N.set='ready'end end end end end local function dU(N)local s=N.beforeScore local y=N.before=='blocked'and dZ(s)or s%10 local H=string.match(N.run or'','^%a %d+ %d+ %d+ (%d+)')or string.match(N.record or'','^%d+')return dV(y,(tonumber(H)or 0)%900000000000000)end local function eg(a,e,gK,i,mp)local L,oA,hZ,gy={},{},{},0 for z,b in ipairs(i)do local N,K=gK[b],{}local g=N.set if g=='ready'or g=='delayed'or mp[b]and(g=='failed'or g=='done')then hZ[#hZ+1]=b K.record,K.run=b,'\\t'..b end if g and cY(a,'f')then K.follower='\\4'..b end for p,J in pairs(K)do if cY(a,'l')then gy=gy+redis.call('HSTRLEN',N.bucket,J)end ec(dy(oA,N.bucket),N,p)local f=dy(L,N.bucket)f[#f+1]=J end end if gy>32000000 then return false end for o,f in pairs(L)do for d,G in ipairs(redis.call('HMGET',o,unpack(f)))do local N,p=oA[o][d*2-1],oA[o][d*2]N[p]=G or nil end end if#hZ>0 then for d,qz in ipairs(redis.call('ZMSCORE',e.expiring,unpack(hZ)))do local N=gK[hZ[d]]N.expiry=qz if N.set=='ready'and N.before~='ready'then N.score=dU(N)end end end return true end local function dS(a,fA)local y,ls,jM,hC,lq,gl,T,c=string.match(fA,'^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+) ?(%d*) ?(.*)$')local pJ,jB,ix=string.sub(ls,1,1),tonumber(string.sub(ls,2)),nil if pJ=='+'and jB>0 then ix=a.now+jB end if pJ=='@'and jB>a.now then ix=jB end return{priority=tonumber(y),dueAt=ix,window=jM,max=hC,expiresAt=lq=='-'and'0'or cr(a.now+lq),own=gl,cost=tonumber(T),group=c~=''and c or nil}end local function cT(js,kL)local ik=''if js.max~='-'then ik=ik..' m'..js.max end if js.expiresAt~='0'then ik=ik..' x'..js.expiresAt end if kL then ik=ik..' u'..cr(kL)end if js.own~='-'then ik=ik..' o'..js.own end return ik end local function cn(a,ix,fV,kE)local kL=tonumber(string.match(fV or'','^[^:]* u(%d+)'))if not kL and kE~=''then kL=a.now+kE end return math.min(ix,kL or ix),kL end local function cM(a,N,iI,js,kE)local ix,kL=js.dueAt,nil local j=N.newFollower or N.follower if kE then ix,kL=cn(a,ix,j and dQ(j),kE)end local H=dV(js.priority,ix and(ix-1600000000000)*1000 or 0)local h=js.cost and'\\1'..cr(js.cost)..' '..(js.group or'')..'\\n'or''N.newFollower=h..H..' c'..cr(a.now)..cT(js,kL)..':'..iI end local function eC(a,e,N,iI,js,kE)local g,s,y,ix,kL=N.set,N.score,js.priority,js.dueAt,nil local w if kE then ix,kL=cn(a,ix,g=='delayed'and(N.head or N.record)or nil,kE)if g=='ready'then ix=nil end end local kW=g=='ready'and not ix and dY(s)==y and N.group==js.group if kW then w=s%900000000000000 elseif kE and g=='delayed'and(fb(s)<=a.now or fb(s)==ix)then w=(s-s%10)/10 else a.tick=a.tick+1 w=ix and cU(a,e.delayed,ix)or a.tick end local H=dV(y,w)N.set=ix and'delayed'or'ready'N.score,N.place=ix and cx(w,y)or H,H N.tick,N.isMoved,N.group,N.cost=w,N.isMoved or not kW,js.group,js.cost N.expiresAt,N.payload=js.expiresAt,iI N.head=H..(fc(w)~=a.now and' c'..cr(a.now)or'')..cT(js,kL)end local function bB(a,e,N,iI,js)local nC,jB=string.match(js.window,'^(%l?)(.*)$')local g,kE=N.set,nC=='b'and jB or nil local jX,pt=g=='ready'or g=='delayed',nC=='a'or nC=='b'if not g and N.isSeen then return'S'end if g and not pt and(nC==''or not jX)then return bj[N.head and g or N.before]end cK(a,iI)if js.cost and not cY(a,'g')then a.flags=a.flags..'g'end if g=='leased'then cM(a,N,iI,js,kE)return kE and'k'or'q'end eC(a,e,N,iI,js,kE)if not pt and jB~='0'and jB~='-'then N.rememberedUntil=a.now+jB end local mf=N.set=='ready'if not g or g=='done'then N.isNew=true return mf and'r'or'd'end if g=='failed'then cd(a,'redriven',1)end if kE and g~='failed'then return mf and'i'or'j'end return mf and'n'or'o'end local function fn(a,N)local J='\\t'..N.id if N.isNew then ct(a,N.bucket,J)return end local lw=' '..N.place..' 0 '..N.expiresAt local t='W'..string.sub(N.run,2)if N.before=='failed'then t=string.gsub(t,'^W (%d+) %d+ %d+ %d+ %d+ %d+[^\\n]*','W %1 0 0'..lw)else t=string.gsub(t,'^(W %d+ %d+ %d+) %d+ %d+ %d+','%1'..lw)end eI(a,N.bucket,J,t,N.run)end local function dF(a,e,N)local b,j,g,ih=N.id,N.before,N.set,cY(a,'g')local kW=not N.isMoved if j==g and(not ih or g=='ready'and kW)then eP(a,e[g],b,N.beforeScore)elseif j then dp(a,j,b)end if N.expiresAt~='0'then eP(a,e.expiring,b,N.expiry)elseif N.expiry then dp(a,'expiring',b)end cC(a,g,N.score,b,N.expiresAt)if not ih then return end if not a.members then a.members={}end if N.cost or a.members[b]then local h=bU(a,N.bucket,b,N.cost,N.group)h.staysHeld=true h.keptScore=kW and j=='blocked'and N.beforeScore h.staysHead=kW and j=='delayed'end end local function fh(a,e,N)local b,o=N.id,N.bucket if N.newFollower then ee(a,o,'\\4'..b,N.newFollower,N.follower)if not N.follower then a.runsMore=(a.runsMore or 0)+1 end if not cY(a,'f')then a.flags=a.flags..'f'end end if not N.head then return end ee(a,o,b,N.head..':'..N.payload,N.record)if N.run then fn(a,N)end if N.follower then ct(a,o,'\\4'..b)end dF(a,e,N)if N.rememberedUntil then cA(a,'seen',cr(N.rememberedUntil),b)end end local aq={blocked={r='b',n='z',i='y',R='B'},delayed={r='d',n='o',i='j',R='D'}}local function bE(a,e,u,C,gK,i,fO)a.replaces=true bF(a,e,u,C)local jw,f={},{}for z,g in ipairs({'ready','delayed','blocked'})do local hc=a.to[g]or{}for d=2,#hc,2 do jw[hc[d]]=g end end for d,b in ipairs(i)do local N,M=gK[b],string.sub(fO,d,d)local pf=N.set=='ready'and aq[jw[b]]f[d]=pf and pf[M]or M end for b,N in pairs(gK)do if N.head and N.before=='ready'and jw[b]=='ready'then a.readied=a.readied-1 end end return table.concat(f)end ",
    $isRegistered,
    $removeResults,
    "local a=dI(e.meta)local ha=dO(a,v)if ha then return ha end local kk,k=by(a,e,u,15,iB)if k then return k end local gK,i,jv,mp=dx(u,15,gN,6)en(a,e,u,15,gK,i)if not eg(a,e,gK,i,mp)then return'large'end local fO,on,fP='',{},6 while gN[fP]do local js,n=dS(a,gN[fP]),string.match(gN[fP],'^%d (%d+)')for d=1,n do local b=gN[fP+d*2-1]fO=fO..bB(a,e,gK[b],gN[fP+d*2],js)on[#on+1]=b end fP=fP+n*2+1 end table.sort(i,function(Z,fo)return(gK[Z].tick or 0)<(gK[fo].tick or 0)end)for z,b in ipairs(i)do fh(a,e,gK[b])end local z,fX=string.gsub(fO,'[rd]','')local hc=fX+(a.totals and a.totals.redriven or 0)if my~=''and hc>0 then local lr=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if cY(a,'g')then lr=lr+redis.call('ZCARD',e.blocked)end if lr+hc>tonumber(my)then return'full'end end fO=bE(a,e,u,15,gK,on,fO)if a.to.seen then local jt=redis.call('ZRANGE',e.seen,'-inf',cr(a.now),'BYSCORE','LIMIT','0',cr(fX*2+8))for b,c in ipairs(jt)do if not gK[c]or not gK[c].rememberedUntil then dp(a,'seen',c)end end end a.enqueued=cr(a.enqueued+fX)if fX<#fO then cd(a,'duplicates',#fO-fX)end local lG=dh(a)local ir=(a.readied>0 or a.sooner)and cZ(a)if a.isNew then a.fields={'born',cr(a.now)}bp(a)end k=bX(a,e,v,fO)if k then return k end local jt={}for d,b in ipairs(jv)do if gK[b].isNew then jt[#jt+1]=ii[32+d-1]end end eB(jt)if ir then fe(a)end return'ok\\n'..fO..(lG and''or'\\nu')..(kk and'\\nv'or'')",
  ],
);

/** 38654 bytes. */
export const settleLinked = /* @__PURE__ */ script(
  "settleLinked",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "groups", "holders", "lines", "overrides", "done", "expiring", "seen", "outbox", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "settles", "resultCount", "policy", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],groups=KEYS[7],holders=KEYS[8],lines=KEYS[9],overrides=KEYS[10],done=KEYS[11],expiring=KEYS[12],seen=KEYS[13],outbox=KEYS[14],endings=KEYS[15],endedBefore=KEYS[16],events=KEYS[17]}local v={replies=KEYS[18],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local u=KEYS local ii=KEYS local lJ,rD=tonumber(ARGV[4]),tonumber(ARGV[5])local iy,iB=ARGV[6],ARGV[7]local gN=ARGV ",
    $digits,
    $readClock,
    $timeOfTick,
    $placeOf,
    $priorityOf,
    $dueScore,
    $timeOfDue,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $limitFreed,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $addMember,
    $arrangeAdded,
    $hasListeners,
    $addListener,
    $wake,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    "local function eR(a,kO,fA,b,iI)local j,kR,jP=string.match(fA,'^(%d %d+ )%+(%d+)(.*)$')if kR then fA=j..(kR=='0'and'-'or'@'..cr(a.now+kR))..jP end a.tick=a.tick+1 local w=string.format('%015d',a.tick)local l=w..'\\n'..string.gsub(kO,' ','\\n')..'\\n'..fA..'\\n'..b..'\\n'..iI cA(a,'outbox',w,l)cK(a,iI)if not cY(a,'q')then a.flags=a.flags..'q'end end local function bn(a,e,u,C,fO,gN,ii,ov,Q)local lo,nB,gQ,pI,jt,n={},{},{},{},{},0 for fP=1,#gN,5 do local pB,kO,fA,b,iI=unpack(gN,fP,fP+4)local og=string.find(string.sub(fO,pB+0,pB+0),'[cf]')local H=#lo+1 lo[H]='-'if og then n=n+1 end if kO==''then if string.find(fA,'^%S+ %S+ %S+ [^-]')then pI[b],ov=ii[ov],ov+1 end if og then ec(nB,fA,b)nB[#nB+1]=iI gQ[#gQ+1]=H end elseif og then lo[H]='s'eR(a,kO,fA,b,iI)end end local z,lO=string.gsub(fO,'[cf]','')a.frees=n<=lO local gn={}if#gQ>0 then a.writes=a.writes or{}local fX,b,jr=bo(a,e,u,C,nB,1,Q)local c,nN=string.gsub(fX,'%l','')a.enqueued=cr(a.enqueued+nN)if nN<#fX then cd(a,'duplicates',#fX-nN)end for d,H in ipairs(gQ)do lo[H]=string.sub(fX,d,d)end for d,f in pairs(jr)do gn[d]=gQ[f]jt[#jt+1]=pI[d]end end return lo,gn,jt end ",
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    $adoptLimits,
    $leaveWaiting,
    $beginEndings,
    $rotateEndings,
    $writeEndings,
    $lastEndings,
    $bucketOfLatency,
    $measure,
    $addToHistogram,
    $foldLatencies,
    $parseFollower,
    $parseRun,
    $formatRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $takeOver,
    $staleReason,
    $countRelease,
    $chooseOutcome,
    $leaveExpired,
    $enterNext,
    $settleItems,
    $trimEnded,
    $removeResults,
    $formatSettled,
    "local a=dI(e.meta)local ha=dO(a,v)if ha then return ha end local kk,k=false,nil if not a.isNew then kk,k=by(a,e,u,18,iB)if k then return k end end local Q={leaveWaiting=ds,addMember=bq}local oY,hT=8+lJ*4,false local rJ={unpack(gN,8,oY-1)}local fO,gw,jW=eS(a,e,u,18,rJ,1,ii,35,Q)if a.results then a.resultTtl=string.match(iy,'%S+$')end if gw>0 and not jW then local z,b,kS=fd(a,e,u,18,iy,gw*2+8)hT=kS end local lo,jr,jt=bn(a,e,u,18,fO,{unpack(gN,oY)},ii,35+rD,Q)lo=bD(a,e,u,18,table.concat(lo),jr)if a.to.seen then local gc=redis.call('ZRANGE',e.seen,'-inf',cr(a.now),'BYSCORE','LIMIT','0',cr(#lo*2+8))for z,b in ipairs(gc)do if not jr[b]then dp(a,'seen',b)end end end local ir=(a.readied>0 or a.sooner)and cZ(a)cL(a)local fQ=cS(a,fO,'-',false)..'\\n'..(lo==''and'-'or lo)if not a.isNew then k=bX(a,e,v,fQ)if k then return k end fg(a,e)end eB(jt)if ir then fe(a)end if gw>0 and(hT or jW)then eF(a)fd(a,e,u,18,iy,gw*2+8)bF(a,e,u,18)if(a.from.done or a.from.failed)and not bX(a,e)then fg(a,e)end end return'ok\\n'..fQ..(kk and'\\nv'or'')",
  ],
);

/** 18096 bytes. */
export const turnGroupedPlain = /* @__PURE__ */ script(
  "turnGroupedPlain",
  ["meta", "ready", "blocked", "leased", "expiring", "endings", "groups", "holders", "lines", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local t=unpack local r=redis.call local ab=string.match local x=string.sub local ah=string.byte local g=redis.pcall local aQ=tonumber local W=string.find local m=string.format local aS=pairs local bA=math.max local bk=string.rep local bB=string.char local N=type local v,ay,cE,bE,cX,cF,bl,dC,bt,T=t(KEYS,1,10)local as=ARGV[1]local aD=ARGV[2]local ba=ARGV[3]local az=KEYS local cs,dD,dE,cG=t(ARGV,4,7)local bN=KEYS local cI=ARGV[8]local Y=ARGV local bP='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bU='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bV='9999999999999'local bq='2  0 0 0 0 0 0|'local cx='-----------------------------------------------------------------'local ax=0 local ad=''local aM,cV,be local dP,dO,dQ local j,V,aP,bb,bd,aE,aR,bc,aO,C,G,U,cR,aH,cT,bo,aa,cw,n,z,ag,aG,ae,bO,bj,bI,aF,cn,cS,dR,aL local O repeat local au do local w=r('HGET',v,'head')local I,ao,bu j,I,V,aP,bb,bd,aE,bu=ab(w or bq,bU)aR,bc=not w,w if not I or not w and r('HEXISTS',v,'layout')==1 then au='other_layout'else aO=x(w or bq,bu)repeat if ah(ba)~=61 then local aA=g('TIME')if not aA.err then local bz,aW=aA[1]+0,aA[2]+0 C,ao=bz*1000+(aW-aW%1000)/1000,(bz-1600000000)*1000000+aW break end end local bv=aQ(ab(ba,'%d+'))C,ao=bv,(bv-1600000000000)*1000 break until true G=I+0 if G<ao then G=ao end if ao<0 or G>=899000000000000 then au='bad_clock'else au=nil end end end if au then O=au break end local l=r('HGET',T,as)if l then local f=ab(l,'^%d+')if f==aD then if not aR then g('HINCRBY',v,'replayed',1)end O='again\\n'..x(l,#f+2)break end if f-aD>0 then O='late'break end elseif aD=='0'and r('EXISTS',T)==1 then O='reused'break end U=l O=nil break until true if O then return O end if C-V>=0 or not(j~=''and W(j,'g',1,true)~=nil)or W(j,'[slope]')or j~=''and W(j,'f',1,true)~=nil then return'not_plain'end local cQ=r('HGET',v,'limits')or'0 - - - - -|- - - -'if cI~=''and cI~=cQ then return'not_plain'end local cJ,bK,ch,dI,ej,ei=ab(cQ,'^%d+ (%S) (%S+) %- %- %-|(%S+) (%S+) (%S+) (%S+)$')if not cJ then return'not_plain'end bK=cJ~='-'and 1 or aQ(bK)or 1000000 cR=true local b,aj=#Y-9+1,aQ(cs)if bN[27]then b=b-(#bN-27+2)do local du=9+b aH={}for d=0,#bN-27 do do local a=aH local M=bN[27+d]local y='C '..m('%d',C)..' '..Y[du+d]local c=#a a[c+1],a[c+2]=M,y end end cT=Y[#Y]end end local k,cv,dL,am,bD={},nil,nil,{},{}local function aT(i)local a=string.byte local bM,aU=a(i,1,2)if bM==95 and#i==13 and aU<103 and aU>47 and(aU<58 or aU>96)then return aU<58 and aU-47 or aU-86 end do local ck=#i for d=1,#i,8 do local M,y,cA,dl,dn,dq,dv,dw=a(i,d,d+7)ck=(ck*31+M+(y or 0)*3+(cA or 0)*5+(dl or 0)*7+(dn or 0)*11+(dq or 0)*13+(dv or 0)*17+(dw or 0)*19)%65521 end return ck%16+1 end end if b>0 then for d=1,b do k[d]=x(Y[9+d-1],19)end if#k==1 then local da=aT(k[1])cv,dL=r('HMGET',az[10+da],'\\t'..k[1],'\\1'..k[1]),{da}else local bp,ak,A,aX={},{},{},{}for d=1,#k do local i=k[d]local f=aT(i)local a,ar=A[f],aX[f]if not a then a,ar={},{}A[f],aX[f]=a,ar end local c=#ar ar[c+1],a[c*2+1],a[c*2+2]=d,'\\t'..i,'\\1'..i ak[d]=f end for f,a in aS(A)do local Q,ar=r('HMGET',az[10+f],t(a)),aX[f]for aI=1,#ar do local av=ar[aI]*2 bp[av-1],bp[av]=Q[aI*2-1],Q[aI*2]end end cv,dL=bp,ak end for d=1,b do local L,s=cv[d*2-1],cv[d*2]if not L or x(L,1,18)..k[d]~=Y[9+d-1]or W(L,'\\nl ',1,true)or s and ah(s)==1 then return'not_plain'end if s and not bD[s]then am[#am+1]=s bD[s]=#am end end end local aZ,dJ,cq={},{},false local cM=0 local dY=false local dG=false local cu='0'local bR=0 local dH=0 local db=0 if ch~='-'then cM=r('ZCARD',bE)-b end if aj>0 and ch~='-'then if ch-cM<aj then dY,aj=true,ch-cM end end if aj>0 and dI~='-'then cu=r('HGET',v,'tat')or'0'local dW,bS=(C-1600000000000)*1000,{limit=dI+0,per=ej+0,burst=ei+0}local function el(a,em,ee)local eb=a.per*1000/a.limit return em-math.floor(math.max(0,a.burst-ee)*eb+math.min(a.burst,eb/2))end db=dW+(cu-el(bS,cu+0,1))bR=bA(cu+0,dW)local ek=bA(bR,(C-1600000000000)*1000)+math.ceil(1*bS.per*1000/bS.limit)dH=ek-bR local di=0 if cu-db<=0 then di=math.floor(bA(0,db-bR)/dH)+1 end if di<aj then dG,aj=true,di end end if aj<=0 and cs~='0'then return'not_plain'end local ed=m('%d',aj)local function dZ(a,dX,c)local d=pairs local e=redis.call local f=unpack if#c==1 then local da=aT(c[1])return{e('HGET',a[dX+da],'\\1'..c[1])}end local bp,A,aX={},{},{}for h=1,#c do local i=c[h]local l=aT(i)local o,ar=A[l],aX[l]if not o then o,ar={},{}A[l],aX[l]=o,ar end local p=#ar ar[p+1],o[p+1]=h,'\\1'..i end for h,i in d(A)do local Q,ar=e('HMGET',a[dX+h],f(i)),aX[h]for aI=1,#ar do bp[ar[aI]]=Q[aI]end end return bp end if aj>0 then aZ=r('ZRANGE',ay,'0',ed)cq=#aZ>aj aZ[aj+1]=nil if aZ[1]then dJ=dZ(az,10,aZ)for d=1,#aZ do local s=dJ[d]if s and ah(s)==1 then return'not_plain'end if s and not bD[s]then am[#am+1]=s bD[s]=#am end end end end local bn,ai,aw,D,dc={},{},{},{},{}if am[1]then bn=r('HMGET',bl,t(am))for h=1,#am do local Z=bn[h]local cr,S,cZ,eg=ah(Z or'',1,4)if cr~=0 and cr~=1 then return'not_plain'end ai[h]=S+cZ*128+eg*16384 if cr==0 then aw[h],D[h]='',x(Z,5)else aw[h],D[h]=x(Z,5,19),x(Z,20)end end end local bg,cY={},{}for d=1,b do local s=cv[d*2]if s then local h=bD[s]if ai[h]==0 then return'not_plain'end ai[h]=ai[h]-1 cY[#cY+1]=s..'\\0'..k[d]if aw[h]~=''and D[h]==''and not dc[h]then bg[#bg+1]=h dc[h]=0 end end end local bY,cp,p,bT={},{},0,nil for d=1,#aZ do local i,s=aZ[d],dJ[d]if s then local h=bD[s]if ai[h]>=bK or D[h]~=i then return'not_plain'end ai[h],D[h]=ai[h]+1,''do local a=bT local y=s..'\\0'..i if not a then bT={'0',y}else do local c=#a a[c+1],a[c+2]='0',y end bT=a end end if aw[h]~=''and ai[h]<bK then bg[#bg+1]=h end end p=p+1 bY[p],cp[p]=i,s end local ca,ds,dV,aJ,dM=nil,9,0,nil,nil local av=1 local function dU(a,F)if not a then return{F}end a[#a+1]=F return a end local function bQ(a,M,y)if not a then return{M,y}end do local c=#a a[c+1],a[c+2]=M,y end return a end while bg[av]do local h=bg[av]av=av+1 if D[h]==''and aw[h]~=''and ai[h]<bK then local f,dN=x(aw[h],1,7),dc[h]or 0 local Q=r('ZRANGE',cE,f..'000000000',f..'999999999','BYSCORE','LIMIT',dN==0 and'0'or m('%d',dN),'1','WITHSCORES')local i=Q[1]if not i then aw[h]=''if not bo then bo={}end bo[bt]=dU(bo[bt],m('%d',aQ(f)))else local bx=x(Q[2],-9,-9)+0 if bx<dV then return'not_plain'end if bx<ds then ds=bx end dc[h]=dN+1 do local a=ca if not a then ca={i}else a[#a+1]=i ca=a end end if p<aj then dV=bx p=p+1 bY[p],cp[p]=i,am[h]ai[h]=ai[h]+1 do local a=bT local y=am[h]..'\\0'..i if not a then bT={'0',y}else do local c=#a a[c+1],a[c+2]='0',y end bT=a end end bg[#bg+1]=h else G=G+1 local I=bx*900000000000000+G local S=I%100 if S==0 or I-S~=dM then dM=I-S aJ=m('%014d',dM/100)end aM=bQ(aM,aJ..x(bP,S*2+1,S*2+2),i)ax=ax+1 D[h]=i cq=true end end end end if p>#aZ then local a=dZ(az,10,ca)for d=1,p-#aZ do if a[d]and ah(a[d])==1 then return'not_plain'end end end local q,an,H='-',nil,nil local function bC(u)local o=0 if u>=1 then o=1 end if u>=1073741824 then u=1073741823 end if u>=65536 then u,o=u/65536,o+16 end if u>=256 then u,o=u/256,o+8 end if u>=16 then u,o=u/16,o+4 end if u>=4 then u,o=u/4,o+2 end if u>=2 then o=o+1 end return o end if b>0 then q=bk('c',b)local dF=b local dm,cN,cj,ac=bo or{},nil,0,0 for d=1,b do local o,i=az[10+dL[d]],k[d]local a=dm[o]if not a then a={}dm[o]=a end do local c=a local y='\\t'..i local e=#c c[e+1],c[e+2]=i,y end if cv[d*2]then a[#a+1]='\\1'..i dF=dF+1 end local P=x(Y[9+d-1],3,14)if P~=cN then if ac>0 then do local u=cj local f=ac local c=bB(96+bC(u))if f>1 then c=bk(c,f)end ad=ad..c end end cN,cj,ac=P,C-1600000000000-P,0 end ac=ac+1 end do local u=cj local f=ac local a=bB(96+bC(u))if f>1 then a=bk(a,f)end ad=ad..a end bo=dm aa,aE,cw=k,m('%d',aE+b),dF end if bT then cV=bT end if cY[1]then dP=cY end if ca then dO=ca end local function ef(a)if a<128 then return string.char(a,0,0)end local S=a%128 local cZ=(a-S)/128%128 return string.char(S,cZ,(a-S-cZ*128)/16384)end local function aC(A,E)local a=A[E]if not a then a={}A[E]=a end return a end for h=1,#am do local s,Z=am[h],nil if ai[h]>0 or D[h]~=''or aw[h]~=''then Z=(aw[h]==''and'\\0'or'\\1')..ef(ai[h])..aw[h]..D[h]end if not Z then if not bo then bo={}end bo[bl]=dU(bo[bl],s)elseif Z~=bn[h]then do local F=Z local l=bn[h]if not n then n={}end n[bl..s]=l if#F>#l then if not z then z={}end do local a=aC(z,bl)local c=#a a[c+1],a[c+2]=s,F end else if not ag then ag={}end do local a=aC(ag,bl)local c=#a a[c+1],a[c+2]=s,F end end end end end if bY[1]then local ct,P,ap,J,aN do local a=aj local c,d,bM,bZ,e,f,h local i,aq,aB,cb=0,0,0,false local l local cO,co,ac=nil,0,0 local dT,cW=' '..cG..' 0','\\n'..dE repeat local o if bY then o=bY elseif aq==0 then o=r('ZRANGE',ay,'0',cs)else o=r('ZRANGE',ay,m('%d',aq),m('%d',aq+a-i))end local s,cH=#o,a-i f=s>cH if f then s=cH end if j~=''and W(j,'l',1,true)~=nil and(s>1 or aq>0)then local by do local u=o local w=s local y=aB local A=0 for B=1,w do local dx=aT(u[B])y=y+r('HSTRLEN',az[10+dx],u[B])if y>2000000 then break end A=B end by=A end if by==0 and aq==0 then by=1 end cb=by<s s=by f=f or cb end for u=#o,s+1,-1 do o[u]=nil end if s>0 then local Q,K,bh,B if s==1 then local u=aT(o[1])K,B=az[10+u],{o[1],'\\t'..o[1]}Q=r('HMGET',K,B[1],B[2])else do local u=o repeat local w={}for y=1,#u do local A=u[y]w[y*2-1]=A w[y*2]='\\t'..A end local y=aT(u[1])local bm=aT(u[#u])if y==bm then local A,cc=nil,true if cc then A=r('HMGET',az[10+y],t(w))for E=1,#u do if not A[E*2-1]then cc=false break end end end if cc then Q,K,bh,B=A,az[10+y],nil,w break end end local A,bp,E,aX={},{},{},{}for F=1,#u do local I=aT(u[F])local L=az[10+I]A[F]=L if not E[L]then E[L],aX[L]={},{}end local M,ar=E[L],aX[L]for aI=(F-1)*2+1,F*2 do local R=#M+1 M[R],ar[R]=w[aI],aI end end for F,I in aS(E)do local L,ar=r('HMGET',F,t(I)),aX[F]for aI=1,#I do bp[ar[aI]]=L[aI]end end Q,K,bh,B=bp,nil,A,w break until true end end local u=nil if K and aG==K then u=ae end if not e then bZ=C+dD e=m('%d',bZ)end for w=1,s do local y,af,L=o[w],Q[w*2-1],Q[w*2]local A,bL,cP,cm=K or bh[w],'0',nil,dT if af and ah(af,17)~=58 then local E,cl=ab(af,'^(%d+)([^:]*)')if#(E or'')~=16 then cP,cl=m('%016d',4500000000000000),''end bL=ab(cl,' x(%d+)')or bL cm=' '..(ab(cl,' m(%d+)')or cG)..' '..bL end if not af or bL~='0'then h=true end if L and aa and ah(L)==76 then local cB if not bO then bO={}for bW,dr in ipairs(aa)do bO[dr]=true end end cB=bO[y]h=h or cB end if af then i=i+1 local I,E=G+i,nil if s==1 then E=m('%015d',I)else local S=I%100 if S==0 or not l then l=m('%013d',(I-S)/100)end E=l..x(bP,S*2+1,S*2+2)end local F,X,bi,al=y,B[w*2],nil,cP or x(af,1,16)if L then local bJ,dj,cL,dk,M=ab(L,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')bJ,M=m('%d',(bJ or 0)+1),M or'\\n'F=bJ..'\\t'..y bi='L '..E..' '..bJ..' '..(dj or'0')..' '..(cL or al)..cm..(dk or'')..cW..M if ah(L)==76 or W(M,'\\n[gbw] [^\\n]*$')then al=nil else al=cL or al end do local R=bj local S='H'..M if not R then bj={S}else R[#R+1]=S bj=R end end else bi='L '..E..' 1 0 '..al..cm..cW..'\\n'bI=(bI or 0)+1 end if al then local cf=x(al,1,13)if cf~=cO then if ac>0 then do local M=co local R=ac local S=bB(64+bC(M))if R>1 then S=bk(S,R)end ad=ad..S end end co=C-1600000000000-(aQ(cf)or 0)%900000000000 cO,ac=cf,0 end ac=ac+1 end if L and#bi<=#L then do local M=bi if not n then n={}end n[A..X]=L if#M>#L then if not z then z={}end do local R=aC(z,A)local S=#R R[S+1],R[S+2]=X,M end else if not ag then ag={}end do local R=aC(ag,A)local S=#R R[S+1],R[S+2]=X,M end end end else if L then if not n then n={}end n[A..X]=L end if K then do local M=u local R=bi if not M then u={X,R}else do local S=#M M[S+1],M[S+2]=X,R end u=M end end else do local M=bi if not z then z={}end do local R=aC(z,A)local S=#R R[S+1],R[S+2]=X,M end end end end if i==1 then c,d,bM,be=F,af,E,{e,y}else if i==2 then c,d={c},{d}end c[i],d[i]=F,af do local M=be local R=e local S=#M M[S+1],M[S+2]=R,y end end aB=aB+#af aF=E end end if K and u then if not ae or aG==K then aG,ae=K,u else for w=1,#u,2 do do local y=K local X=u[w]local F=u[w+1]if not z then z={}end do local A=aC(z,y)local E=#A A[E+1],A[E+2]=X,F end end end end end end aq=aq+s until h or not f or cb or i>=a or aq-i>=1000 if ac>0 then do local u=co local o=ac local s=bB(64+bC(u))if o>1 then s=bk(s,o)end ad=ad..s end end if aq>0 and not bY then cn=aq==1 and'0'or m('%d',aq-1)end if i>0 then G=G+i bd=m('%d',bd+i)if bZ-V<0 then V=e end if i>15 then do local o=be local s=#o o[s+1],o[s+2]='+inf',cx end cS=true end end ct,H,p,P,ap,J,aN=c,d,i,bM,e,f,h end if aN or p<#bY then return'not_plain'end if ca and aZ[1]then local af=p==1 and H or H[#aZ]if(aQ(x(af,1,16))or 0)>=(ds+1)*900000000000000 then return'not_plain'end end if aZ[1]then dQ=aZ end if dI~='-'then bR=bR+p*dH if dG and cq then do local aA=math.ceil((bR-db)/1000)+C if aA-V<0 then V=m('%d',aA)end if not dR or aA<dR then dR=aA end end end if not aL then aL={}end do local a=aL local y=m('%d',bR)local c=#a a[c+1],a[c+2]='tat',y end do local l=m('%d',aQ(cu))if not n then n={}end n[v..'tat']=l end end if dY or dG then cq=false end if p==1 then if cp[1]then ct=ct..'\\t\\t'..cp[1]end else for d=1,p do if cp[d]then ct[d]=ct[d]..'\\t\\t'..cp[d]end end end do local a=q local c=ct local d=p local e=P local f=ap local h=cq if d>1 then c=table.concat(c,'\\n')end an=a..'\\n- '..f..(h and' 1 'or' 0 ')..V..' -'..j..' '..e..'\\n'..c end elseif aj>0 then if not(j~=''and W(j,'h',1,true)~=nil)then return'not_plain'end an=q..'\\n'..m('%d',C)..' - 0 '..V..' -'..j..' -'else an=q..'\\n'..m('%d',C)..' - 0 - -'..j..' -'end if aa or aj>0 then if#aO+#ad>96 then local a,ak={ah(aO..ad,1,-1)},{}for d=1,#a do ak[a[d]]=(ak[a[d]]or 0)+1 end local l=r('HMGET',v,'waits','runTimes')local function cy(dy,c,cd)local dh=string.gmatch local d=math.max local e=string.format local bw,f={},0 for h in dh(dy or'','%d+')do f=f+1 bw[f]=h end for h=1,31 do local J=c[cd+h-1]if J then for dA=f+1,h do bw[dA]='0'end f=d(f,h)bw[h]=e('%d',bw[h]+J)end end return table.concat(bw,' ')end do local c=aL local y=cy(l[1],ak,64)if not c then aL={'waits',y}else do local d=#c c[d+1],c[d+2]='waits',y end aL=c end end do local c=aL local y=cy(l[2],ak,96)local d=#c c[d+1],c[d+2]='runTimes',y end do local c=l[1]if not n then n={}end n[v..'waits']=c end do local c=l[2]if not n then n={}end n[v..'runTimes']=c end aO,ad='',''end local cC,aK,dt=p>0 and not cq,false,0 if ch~='-'and b>0 and cM+b>=ch+0 then dt=math.min(ch-cM,r('ZCARD',ay))-p end if ax>#aZ or dt>0 then ax=bA(ax,dt)if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then aK=aR else if j~=''and W(j,'p',1,true)~=nil then aK=false else if G%32~=0 or(r('HGET',v,'heard')or'0')-C>0 then aK=true else j=string.gsub(j,'h','')aK=false end end end elseif cC then aK=j~=''and W(j,'h',1,true)~=nil end local e do local a=an local bG=(bI or 0)-(cw or 0)if bG~=0 then aP=m('%d',bA(0,aP+bG))end aF=aF or m('%d',G)local w='2 '..j..' '..aF..' '..V..' '..aP..' '..bb..' '..bd..' '..aE..'|'..aO..ad local R=a and aD..'\\n'..a local aV=R and U and#R<=#U local c for bW=1,2 do c=nil if aM then if not c then local d=g('ZADD',ay,t(aM))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if cV then if not c then local d=g('ZADD',dC,t(cV))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if be then if not c then local d=g('ZADD',bE,t(be))if d~=0 and d~=1 and N(d)=='table'then c=d end end end if ae and not c then local d=g('HSET',aG,t(ae))if d~=0 and d~=1 and N(d)=='table'then c=d end end if z and not c then do local A=z local d for E,f in aS(A)do if not d then local h=g('HSET',E,t(f))if h~=0 and h~=1 and N(h)=='table'then d=h end end end c=d end end if aH then for d=1,#aH,2 do if not c then local f=g('SET',aH[d],aH[d+1],'PX',cT)if f.err then c=f end end end end if R and not aV and not c then local d=g('HSET',T,as,R)if d~=0 and d~=1 and N(d)=='table'then c=d end end if not c then local d if aL then d=g('HSET',v,'head',w,t(aL))else d=g('HSET',v,'head',w)end do local br do local f=d br=f~=0 and f~=1 and N(f)=='table'end if br then c=d end end end if ag and not c then do local A=ag local d for E,f in aS(A)do if not d then local h=g('HSET',E,t(f))if h~=0 and h~=1 and N(h)=='table'then d=h end end end c=d end end if aV and not c then local d=g('HSET',T,as,R)if d~=0 and d~=1 and N(d)=='table'then c=d end end if not c or not cR or x(c.err,1,3)~='OOM'then break end r('HDEL',v,'')end if c then local bf={}if aM then bf[ay]=aM end if cV then bf[dC]=cV end if be then bf[bE]=be end do local l=bc if not n then n={}end n[v..'head']=l end local function at(A,cg,ce,ci,aY)local d=pairs local f=redis.pcall for E,h in d(A)do for i=1,#h,2 do local s=h[i+ce]local l=cg[E..s]if not l then f(ci,E,s)elseif aY=='ZADD'then f(aY,E,l,s)else f(aY,E,s,l)end end end end at(ag or{},n,0,'HDEL','HSET')at({[v]=bQ(aL,'head',w)},n,0,'HDEL','HSET')if R and not aV and U then g('HSET',T,as,U)end if R and not U then g('HDEL',T,as)end if aH then for d=1,#aH,2 do g('DEL',aH[d])end end at(z or{},n,0,'HDEL','HSET')if ae then at({[aG]=ae},n,0,'HDEL','HSET')end at(bf,n,1,'ZREM','ZADD')e=c else bc=w if a and not U then g('PEXPIRE',T,ab(ba,'%d+$'))end if dP then g('ZREM',dC,t(dP))end if dO then g('ZREM',cE,t(dO))end if dQ then g('ZREM',ay,t(dQ))end if cn then g('ZREMRANGEBYRANK',ay,'0',cn)end if cS then g('ZREM',bE,cx)end if aa and r('ZREM',bE,t(aa))<#aa then g('ZREM',ay,t(aa))g('ZREM',cX,t(aa))end if bo then for E,d in aS(bo)do g('HDEL',E,t(d))end end e=nil end end if e then return'not_plain'end if aa then if not aa and true then else local a,I,cD={},aF if aa then local dp='C'..I for d,i in ipairs(aa)do a[d*2-1],a[d*2]=i,dp end cD=aE-#aa==0 end if cD then g('HSET',cF,'',m('%-65d',C))end local c=g('HSET',cF,t(a))end end if aK then do local bs='-'if V~=bV then bs=m('%d',bA(0,V-C))end local f=cC and'0'or'-'if ax>0 then f=ax==1 and'1'or m('%d',ax)end g('PUBLISH',x(v,1,-5)..'wake',f..' '..bs)end end end do local Z=an local a=H local c=p if not a then return'ok\\n'..Z end if c==1 and not bj and#a<4000 then return'ok\\n'..Z..'\\n\\n'..a end if c==1 then a={a}end table.insert(a,1,'ok\\n'..Z)if bj then for bW,dz in ipairs(bj)do a[#a+1]=dz end end return a end",
  ],
);

/** 48719 bytes. */
export const turnGrouped = /* @__PURE__ */ script(
  "turnGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "groups", "holders", "lines", "overrides", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],groups=KEYS[7],holders=KEYS[8],lines=KEYS[9],overrides=KEYS[10],done=KEYS[11],expiring=KEYS[12],workers=KEYS[13],endings=KEYS[14],endedBefore=KEYS[15],events=KEYS[16]}local v={replies=KEYS[17],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local u=KEYS local ii=KEYS local ks={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local iy,lf,iB=unpack(ARGV,8,10)local gN=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function dm(n)return string.sub(ag,n*2+1,n*2+2)end ",
    $readClock,
    $timeOfTick,
    $pushPair,
    $appendPair,
    $append,
    $listFor,
    $HEAD_PATTERN,
    $NEVER,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $openRequest,
    $hasFlag,
    $count,
    $enter,
    $leave,
    $lowerDue,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $resetUnit,
    "local function da(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,enqueued=a.enqueued,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end local function eG(a,x)a.flags,a.tick,a.due,a.runs,a.enqueued=x.flags,x.tick,x.due,x.runs,x.enqueued a.leased,a.completed,a.readied,a.sooner=x.leased,x.completed,x.readied,x.sooner a.latencies,a.measured=x.latencies,''end ",
    $placeOf,
    $priorityOf,
    $dueScore,
    "local function dj(r)return cr((r-1600000000000)*10000+9999)end ",
    $timeOfDue,
    "local function dX(s)local y=s%10 return dV(y,(s-y)/10)end ",
    $freeTickAt,
    $bucketOfBytes,
    $bucketOf,
    $readJobs,
    $heldBytes,
    $formatGroup,
    $parseGroup,
    $readLimits,
    $startTick,
    $spendTokens,
    $formatMember,
    $readMembers,
    $applyOverride,
    $readGroups,
    $startTime,
    $blockedRange,
    $priorityOfBlocked,
    $limitUntil,
    $groupOf,
    $numberGroup,
    $block,
    $blockAtBack,
    $blockInFront,
    $becomeHead,
    $admitReady,
    $replaceHeads,
    $blockSentBack,
    $firstBlocked,
    $admitHead,
    $STATES_WITH_GROUPS,
    $changeMember,
    $keepStaying,
    $dropField,
    $dropFurtherField,
    $removeJob,
    $addEnding,
    $writeField,
    $rewriteField,
    $putField,
    $limitFreed,
    $writeGroups,
    $writeMembers,
    $slotOf,
    $movedIds,
    $countLeaving,
    $countEntering,
    $countLeft,
    $countReady,
    $countFreedSlots,
    $arrangeGroups,
    $releaseHeads,
    $limitedNames,
    $releaseGroups,
    $releaseAll,
    "local function ew(a,e,u,C)if not cY(a,'s')then return end local gc,x,F=redis.call('HGET',a.meta,'release'),da(a),{}local ka,gm=string.match(gc or'','^(%d+) (%S)$')local I=redis.call('HSCAN',e.groups,ka or'0','COUNT',cr(250))for d=1,#I[2],2 do local c={}dR(c,I[2][d+1])if c.number>0 or c.tat>0 then F[#F+1]=I[2][d]end end a.fields={'release',I[1]..' '..(gm or'-')}eP(a,a.meta,'release',gc)if I[1]=='0'then a.flags=string.gsub(a.flags,'s','')end eu(a,e,u,C,F,gm=='r')bF(a,e,u,C)if bX(a,e)then eG(a,x)end eF(a)end ",
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    "local function ck(u,C,i,D,gy)local n=0 for d=1,D do local mQ=bR(i[d])gy=gy+redis.call('HSTRLEN',u[C+mQ],i[d])if gy>2000000 then break end n=d end return n end local function eQ(a,b,H)dp(a,'ready',b)if not a.sentBack then a.sentBack={}end ec(a.sentBack,H,b)end local function du(a,e,b,H,r)if not a.limited then a.limited={}end a.limited[b]=true dp(a,'ready',b)cA(a,'delayed',cx(cU(a,e.delayed,r),dY(H)),b)dv(a,r)end local function dK(a,e,u,C,c)if c.pausedUntil==math.huge or c.started>=c.cap or c.number==0 then return nil end if not c.next or c.used*2>=#c.next then local gb,gH=bQ(c.number)local n=c.used==0 and 1 or c.used*3 c.next=redis.call('ZRANGE',e.blocked,gb,gH,'BYSCORE','LIMIT','0',cr(n),'WITHSCORES')local i={}for d=c.used*2+1,#c.next,2 do i[#i+1]=c.next[d]end if#i==0 then return nil end el(a,u,C,i)end local fP=c.used*2+1 c.used=c.used+1 return c.next[fP],dZ(c.next[fP+1])end local function br(a,P,S)local f=S>1 and P or{P}for d,x in ipairs(f)do local pN=string.find(x,'\\t',1,true)local h=a.members[pN and string.sub(x,pN+1)or x]if h then local T=h.cost~=1 and'\\t'..cr(h.cost)or''f[d]=x..'\\t\\t'..(h.group or'')..T end end return S>1 and f or f[1]end local function bV(a,e,u,C,it)local iB=a.limits or ej(a)local iw,mC,oU,P={},{},{},{}local oa,rk=tonumber(redis.call('HGET',a.meta,'tat')or'0'),(a.now-1600000000000)*1000 local ml=oa local mU,hI=false,0 local hy=iB.queueCap-redis.call('ZCARD',e.leased)local pj=hy<it if pj then it=hy end local function rN(T)if not iB.queueRate then return true end local w=eW(iB.queueRate,ml,T)if w>rk then mU=true dv(a,math.ceil(w/1000)+1600000000000)return false end ml=eU(a,iB.queueRate,ml,T)return true end local function oR(b,H,pM)local h=a.members[b]local c=h and h.group and a.groups[h.group]local T=h and h.cost or 1 if c then if not c.started then c.started,c.spent,c.used=c.held,c.tat,0 end local r=eX(c,c.spent,T)if r>a.now or c.started>=c.cap then if pM=='blocked'then return end if c.started>=c.cap or r==math.huge then eQ(a,b,H)else du(a,e,b,H,r)end return end end if not rN(T)then return end local fP=#iw+1 iw[fP],mC[fP],oU[fP]=b,pM,T if c then c.started=c.started+1 if c.rate then c.spent=eU(a,c.rate,c.spent,T)end local x,y=dK(a,e,u,C,c)if x then local f=dy(P,y)f.first=f.first or 1 f[#f+1]=x end end end local function oS(y)for ny=0,y-1 do local f=P[ny]while f and f.first<=#f and#iw<it and not mU do f.first=f.first+1 oR(f[f.first-1],nil,'blocked')end if f and f.first>#f then P[ny]=nil end end end local mR repeat if#iw>=it then break end local n=math.min(1000-hI+#iw,math.max(it-#iw,hI))local gK=redis.call('ZRANGE',e.ready,cr(hI),cr(hI+n),'WITHSCORES')local i,F={},{}for d=1,#gK,2 do i[#i+1]=gK[d]end el(a,u,C,i)for z,b in ipairs(i)do local h=a.members[b]if h and h.group then F[#F+1]=h.group end end eh(a,e,F)mR=#i<=n for d,b in ipairs(i)do local H=gK[d*2]oS(dY(H))if#iw>=it or mU then mR=false break end oR(b,string.format('%016d',H),'ready')hI=hI+1 end until mR or mU or hI-#iw>=1000 if mR then oS(10)end local pd=false for ny=0,9 do local f=P[ny]or{first=1}for d=f.first,#f do local h=a.members[f[d]]if h and h.group then a.touched=bz(a.touched,h.group)end pd=true end end local kS=not mU and not pj and(not mR or pd)if cY(a,'l')and#iw>1 then local kM=math.max(1,ck(u,C,iw,#iw,0))for d=#iw,kM+1,-1 do iw[d]=nil kS=true end end if iB.queueRate and#iw>0 then ml=oa for d=1,#iw do ml=eU(a,iB.queueRate,ml,oU[d])end if not a.fields then a.fields={}end ec(a.fields,'tat',cr(ml))eP(a,a.meta,'tat',cr(oa))end return iw,mC,kS end ",
    $leaveWaiting,
    $beginEndings,
    $rotateEndings,
    "local function eL(a,e,jH,na)local D=redis.call('HLEN',e.endings)if D<na then return end local jL=redis.call('HGET',e.endings,'')if not jL then bL(a,e)end if D>=1000000 or jL and a.now-jL>jH then eK(a,e)if D==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ",
    $writeEndings,
    $lastEndings,
    $bucketOfLatency,
    $measure,
    $addToHistogram,
    $foldLatencies,
    $parseFollower,
    $parseRun,
    $formatRun,
    $endAttempt,
    $enterWaiting,
    $leaveStates,
    $takeOver,
    $staleReason,
    $countRelease,
    $chooseOutcome,
    $leaveExpired,
    $enterNext,
    $settleItems,
    "local function ex(a,e,u,C,fu)local i=redis.call('ZRANGE',e.expiring,'-inf',cr(a.now),'BYSCORE','LIMIT','0',cr(fu))local hS=dt(a,u,C,i,1)local jQ=0 if#i>0 then local fK,fD,ge=ei(u,C,i,1)local jw={ready=redis.call('ZMSCORE',e.ready,unpack(i)),delayed=redis.call('ZMSCORE',e.delayed,unpack(i))}if cY(a,'g')then jw.blocked=redis.call('ZMSCORE',e.blocked,unpack(i))end for d,b in ipairs(i)do local o,jX=fD or ge[d],false for z,il in pairs(jw)do jX=jX or il[d]end if jX then jQ=jQ+1 bm(a,b,'E')end if not jX or not eZ(a,e,o,b,fK[d])then dp(a,'expiring',b)if jX then ez(a,o,b,fK[d])end for g,il in pairs(jw)do if il[d]then dp(a,g,b)end end end end if jQ>0 then cd(a,'expired',jQ)end end return jQ,#i,hS end local function eq(a,e,o,b,j,gk,mm)local t,iH=dT(j),gk local kd=t and t.attempt-t.released>=tonumber(t.max)if t then cy(t,a.now,string.lower(gk),kd and mm or'')end if kd then cd(a,'failed',1)if eZ(a,e,o,b,j,t)then return true end cA(a,'failed',cr(a.now),b)iH=gk=='L'and'E'or'F'else cC(a,'ready',t and t.place or dV(5,0),b,t and t.expiresAt or'0')cd(a,'reclaimed',1)end if t then eI(a,o,'\\t'..b,cR(t,iH),j)end dp(a,'leased',b)return kd end local function ep(a,e,u,C,fu)local i=redis.call('ZRANGE',e.leased,'-inf',cr(a.now),'BYSCORE','LIMIT','0',cr(fu))local hS,iv=cY(a,'f')and dt(a,u,C,i,1),0 if#i>0 then local fK,fD,ge=ei(u,C,i,1)for d=1,#i do if eq(a,e,fD or ge[d],i[d],fK[d],'L','\"lease expired\"')then iv=iv+1 end end end return#i,iv,hS end local function ea(a,e,fu)local go=redis.call('ZRANGE',e.delayed,'-inf',dj(a.now),'BYSCORE','LIMIT','0',cr(fu),'WITHSCORES')for d=1,#go,2 do local H=dX(go[d+1])cA(a,'ready',H,go[d])dp(a,'delayed',go[d])end a.readied=a.readied+#go/2 return#go/2 end local function dJ(e)local r=aV for z,g in ipairs({'leased','delayed','expiring'})do local s=redis.call('ZRANGE',e[g],'0','0','WITHSCORES')[2]if s and g=='delayed'then s=fb(s)end if s and s-r<0 then r=s end end return cr(r)end local function dc(a,b)if not a.isFinished then a.isFinished={}for z,nY in ipairs(a.finished)do a.isFinished[nY]=true end end return a.isFinished[b]end local function dn(a,e,u,C,ks,it,iw)local P,ij,A,ko,hs,gz,li local S,hI,gy,kI=0,0,0,false local ms local nt,mt,kx=nil,0,0 local oK,nw=' '..ks.max..' 0','\\n'..ks.worker repeat local i if iw then i=iw elseif hI==0 then i=redis.call('ZRANGE',e.ready,'0',ks.count)else i=redis.call('ZRANGE',e.ready,cr(hI),cr(hI+it-S))end local D,fq=#i,it-S gz=D>fq if gz then D=fq end if cY(a,'l')and(D>1 or hI>0)then local kM=ck(u,C,i,D,gy)if kM==0 and hI==0 then kM=1 end kI=kM<D D=kM gz=gz or kI end for d=#i,D+1,-1 do i[d]=nil end if D>0 then local I,fD,ge,K if D==1 then local n=bR(i[1])fD,K=u[C+n],{i[1],'\\t'..i[1]}I=redis.call('HMGET',fD,K[1],K[2])else I,fD,ge,K=ei(u,C,i,2)end local f=nil if fD and a.oneHash==fD then f=a.oneWrite end if not hs then ko=a.now+ks.duration hs=cr(ko)end for d=1,D do local b,fV,t=i[d],I[d*2-1],I[d*2]local o,fW,jL,lw=fD or ge[d],'0',nil,oK if fV and string.byte(fV,17)~=58 then local n,ik=string.match(fV,'^(%d+)([^:]*)')if#(n or'')~=16 then jL,ik=dV(5,0),''end fW=string.match(ik,' x(%d+)')or fW lw=' '..(string.match(ik,' m(%d+)')or ks.max)..' '..fW end if not e.delayed and(not fV or fW~='0')then li=true end if not e.delayed and t and a.finished and string.byte(t)==76 then local nZ=dc(a,b)li=li or nZ end if e.delayed and(not fV or fW~='0'and fW-a.now<=0)then if fV then gy=gy+#fV end local mS=fV and cY(a,'f')and redis.call('HEXISTS',o,'\\4'..b)==1 if mS and iw then a.overtaken=bA(a.overtaken,b,t)elseif mS then local ne=redis.call('ZSCORE',e.ready,b)cA(a,'delayed',cx(ne%900000000000000,dY(ne)),b)dA(a,0)else ez(a,o,b,t)dp(a,'expiring',b)if fV then cd(a,'expired',1)bm(a,b,'E')end end elseif fV then S=S+1 if e.delayed and fW~='0'then dp(a,'expiring',b)end local w,gI=a.tick+S,nil if D==1 then gI=string.format('%015d',w)else local fU=w%100 if fU==0 or not ms then ms=string.format('%013d',(w-fU)/100)end gI=ms..dm(fU)end local x,J,N,H=b,K[d*2],nil,jL or string.sub(fV,1,16)if t then local ju,nL,nf,jC,E=string.match(t,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')ju,E=cr((ju or 0)+1),E or'\\n'x=ju..'\\t'..b N='L '..gI..' '..ju..' '..(nL or'0')..' '..(nf or H)..lw..(jC or'')..nw..E if string.byte(t)==76 or string.find(E,'\\n[gbw] [^\\n]*$')then H=nil else H=nf or H end a.histories=bz(a.histories,'H'..E)else N='L '..gI..' 1 0 '..H..lw..nw..'\\n'a.runsMore=(a.runsMore or 0)+1 end if H then local mj=string.sub(H,1,13)if mj~=nt then if kx>0 then dC(a,64,mt,kx)end mt=a.now-1600000000000-(tonumber(mj)or 0)%900000000000 nt,kx=mj,0 end kx=kx+1 end if t and#N<=#t then eI(a,o,J,N,t)else if t then eP(a,o,J,t)end if fD then f=bA(f,J,N)else fj(a,o,J,N)end end if S==1 then P,ij,A,a.to.leased=x,fV,gI,{hs,b}else if S==2 then P,ij={P},{ij}end P[S],ij[S]=x,fV ec(a.to.leased,hs,b)end gy=gy+#fV a.lastTick=gI end end if fD and f then if not a.oneWrite or a.oneHash==fD then a.oneHash,a.oneWrite=fD,f else for fP=1,#f,2 do fj(a,fD,f[fP],f[fP+1])end end end end hI=hI+D until li or not gz or kI or S>=it or hI-S>=1000 if kx>0 then dC(a,64,mt,kx)end if hI>0 and not iw then a.popped=hI==1 and'0'or cr(hI-1)end if S>0 then a.tick=a.tick+S a.leased=cr(a.leased+S)if ko-a.due<0 then a.due=hs end if S>15 then ec(a.to.leased,'+inf',aX)a.isLong=true end end return P,ij,S,A,hs,gz,li end ",
    $trimEnded,
    "local function cP(a,fO,P,S,gI,hs,gz)if S>1 then P=table.concat(P,'\\n')end return fO..'\\n- '..hs..(gz and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..gI..'\\n'..P end ",
    $formatSettled,
    "local function ff(a,l,ij,S)if not ij then return'ok\\n'..l end if S==1 and not a.histories and#ij<4000 then return'ok\\n'..l..'\\n\\n'..ij end if S==1 then ij={ij}end table.insert(ij,1,'ok\\n'..l)if a.histories then for z,md in ipairs(a.histories)do ij[#ij+1]=md end end return ij end local ao='-1001'local function dM(kX,iF,fB)if iF~=''and redis.pcall('ZADD',kX,cr(fB),iF)==1 then redis.call('ZREMRANGEBYRANK',kX,'0',ao)end end ",
    $isRegistered,
    "local function eN(e,v,hB,Q)local u,C,gN,iy,lf=hB.jobs,hB.offset,hB.items,hB.policy,hB.heartbeat local lm=hB.lease local a=dI(e.meta)local ha=dO(a,v)if ha then return ha end local ih=cY(a,'g')if ih and not Q then return'grouped'end a.frees=true local kk=false if Q and not a.isNew then local k kk,k=Q.adoptLimits(a,e,u,C,hB.limits)if k then return k end Q.releaseMore(a,e,u,C)ih=cY(a,'g')end local lJ,lp,kJ=gN[hB.first]~=nil,lm.count~='0',a.now-a.due>=0 local it=cY(a,'p')and 0 or tonumber(lm.count)local x=da(a)local fO,l,ij,S,hv,jz='-',nil,nil,0,false,0 local function kG()if ih then Q.arrange(a,e,u,C)end end local function jV(hZ,fQ)local k local mw=lJ or S>0 or v.number~='0'cL(a)if hZ then k=bX(a,e,v,mw and fQ)end if k then eG(a,x)else fg(a,e)x=da(a)if fQ and hZ then a.before=v.number..'\\n'..fQ end l=fQ or l end eF(a)return k end local function nr()local z,gw,jW,hS,hT fO,gw,jW,hS=eS(a,e,u,C,gN,hB.first,hB.results,hB.firstResult,Q)if a.results then a.resultTtl=string.match(iy,'%S+$')end if gw>0 and not jW then z,z,hT=fd(a,e,u,C,iy,gw*2+8)end jz=(hT or jW)and gw or 0 if hS then lp=false end kG()return not a.isNew or string.find(fO,'%l')~=nil end local function nV()local f=a.overtaken or{}for d=1,#f,2 do local o=bR(f[d])eZ(a,e,u[C+o],f[d],f[d+1])a.lastTick=nil bm(a,f[d],'E')cd(a,'expired',1)end end local function op(hZ,mb)local P,gI,hs,gz if kJ then a.due=dJ(e)hZ=not a.isNew gz=a.now-a.due>=0 end if it>0 then if ih then local iw,mC,kS=Q.choose(a,e,u,C,it)if iw[1]then P,ij,S,gI,hs=dn(a,e,u,C,lm,it,iw)end if S>0 then P=Q.addMembers(a,P,S)end for d,b in ipairs(iw)do dp(a,mC[d],b)end nV()gz=kS hZ=hZ or iw[1]or a.from.ready a.readied=math.max(0,a.readied-S)kG()else P,ij,S,gI,hs,gz=dn(a,e,u,C,lm,it)end gz=gz or a.now-a.due>=0 hv=not gz end if not a.isNew and(S==0 or lf~='')then local om=bp(a)hZ=hZ or om or lJ or v.number~='0'end if S>0 then return true,cP(a,fO,P,S,gI,hs,gz)end local go=mb and a.due or dJ(e)if a.limitedUntil and a.limitedUntil-go<0 then go=cr(a.limitedUntil)end return hZ or a.popped,cS(a,fO,go,gz)end local function mW(hZ,mb)local oh,fQ=op(hZ,mb)local k=jV(oh,fQ)if k then S,ij,hv=0,nil,false end return k end local function nv(n)if n==0 then return end fd(a,e,u,C,iy,n*2+8)kG()jV(a.from.done or a.from.failed)end local ok=lp if lJ then local hZ,k=nr(),nil if lp and not kJ and not ih and a.readied==0 and not a.from.ready then lp=false k=mW(hZ,true)if k then hZ=nr()end end if not l then k=jV(hZ,cS(a,fO,'-',ok))if k then return k end end end if lp then if kJ then local mc=math.min(1000,10+it*2)local z,I=ex(a,e,u,C,mc)kG()jV(I>0)local mA,iv=ep(a,e,u,C,mc)local b,hT if iv>0 then b,b,hT=fd(a,e,u,C,iy,iv*2+8)end kG()local k=jV(mA>0)if hT and not k then nv(iv)end local lU=ea(a,e,mc)kG()jV(lU>0)end local k=mW(false,false)if not l then return k end end nv(jz)if not ih then a.readied=a.readied-S end local mf,ir=a.readied>0 or a.sooner,false if mf then ir=cZ(a)elseif hv and(S>0 or kJ)then ir=cY(a,'h')end if ir then fe(a,hv)end if lf~=''and not a.isNew then if lf=='p'then redis.pcall('HSET',e.meta,'policy',iy)end dM(e.workers,string.match(lm.worker,'^[^\\31]*'),a.now)eL(a,e,120000,10000)local lG=dh(a)if not lG and l then l=string.gsub(l,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end if kk and l then l=string.gsub(l,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1v')end end return ff(a,l or cS(a,fO,'-',false),ij,S)end return eN(e,v,{jobs=u,offset=17,results=ii,firstResult=34,lease=ks,policy=iy,heartbeat=lf,items=gN,first=11,limits=iB},{adoptLimits=by,arrange=bF,choose=bV,addMembers=br,leaveWaiting=ds,releaseMore=ew})",
  ],
);
