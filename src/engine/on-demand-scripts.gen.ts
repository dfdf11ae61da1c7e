// Made from src/lua by npm run build:lua; do not edit.
import { script } from "./script.ts";

// Defined by a bundler that leaves out the texts of scripts.
declare const LEASEHOLD_SCRIPTS: string | undefined;

const $digits = "local function cs(n)return string.format('%d',n)end ";
const $readClock = "local function eh(R)if string.byte(R)~=61 then local r=redis.pcall('TIME')if not r.err then local fT,fx=r[1]+0,r[2]+0 return fT*1000+(fx-fx%1000)/1000,(fT-1600000000)*1000000+fx end end local fD=tonumber(string.match(R,'%d+'))return fD,(fD-1600000000000)*1000 end ";
const $timeOfTick = "local function fe(w)return(w-w%1000)/1000+1600000000000 end ";
const $placeOf = "local function dX(y,w)return string.format('%016d',y*900000000000000+w)end ";
const $priorityOf = "local function ea(H)return(H-H%900000000000000)/900000000000000 end ";
const $dueScore = "local function cy(w,y)return cs(w*10+y)end ";
const $pushPair = "local function ee(f,Z,fq)local D=#f f[D+1],f[D+2]=Z,fq end ";
const $appendPair = "local function bB(f,Z,fq)if not f then return{Z,fq}end ee(f,Z,fq)return f end ";
const $append = "local function bA(f,F)if not f then return{F}end f[#f+1]=F return f end ";
const $listFor = "local function dA(L,B)local f=L[B]if not f then f={}L[B]=f end return f end ";
const $HEAD_PATTERN = "local al='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'";
const $NEVER = "local aW='9999999999999'";
const $NEW_HEAD = "local aX='2  0 0 0 0 0 0|'";
const $PADDING = "local aY='-----------------------------------------------------------------'";
const $newUnit = "local function dK(gd)return{meta=gd,readied=0,measured='',to={},from={}}end ";
const $openUnit = "local function dR(a,R)local x=redis.call('HGET',a.meta,'head')local w,V,gf a.flags,w,a.due,a.runs,a.enqueued,a.leased,a.completed,gf=string.match(x or aX,al)a.isNew,a.head=not x,x if not w or not x and redis.call('HEXISTS',a.meta,'layout')==1 then return'other_layout'end a.latencies=string.sub(x or aX,gf)a.now,V=eh(R)a.tick=w+0 if a.tick<V then a.tick=V end a.openTick=a.tick if V<0 or a.tick>=899000000000000 then return'bad_clock'end return nil end ";
const $openRequest = "local function dQ(a,u)local gg=dR(a,u.times)if gg then return gg end local k=redis.call('HGET',u.replies,u.lane)if k then local n=string.match(k,'^%d+')if n==u.number then if not a.isNew then redis.pcall('HINCRBY',a.meta,'replayed',1)end return'again\\n'..string.sub(k,#n+2)end if n-u.number>0 then return'late'end elseif u.number=='0'and redis.call('EXISTS',u.replies)==1 then return'reused'end a.before=k return nil end ";
const $hasFlag = "local function da(a,he)return a.flags~=''and string.find(a.flags,he,1,true)~=nil end ";
const $count = "local function ce(a,gu,hL)if not a.totals then a.totals={}end a.totals[gu]=(a.totals[gu]or 0)+hL end ";
const $enter = "local function cB(a,g,s,b)a.to[g]=bB(a.to[g],s,b)end ";
const $leave = "local function dr(a,g,b)a.from[g]=bA(a.from[g],b)end ";
const $lowerDue = "local function dC(a,r)if r-a.due<0 then a.due=cs(r)end end ";
const $saveOld = "local function eR(a,B,h,k)if not a.old then a.old={}end a.old[B..h]=k end ";
const $freeTickAt = "local function cW(a,gr,r)if not a.ticks then a.ticks={}end local hs,A,w={},(r-1600000000000)*1000,nil for d=1,1000 do hs[d]=A local T=a.ticks[A]if not T then local gh,gL=cs(A*10),cs(A*10+9999)local s=redis.call('ZRANGE',gr,gL,gh,'BYSCORE','REV','LIMIT','0','1','WITHSCORES')[2]T=s and(s-s%10)/10 or A-1 end if T<A+999 then w=T+1 break end A=math.max(A+1000,T-T%1000)end w=w or A for z,iF in ipairs(hs)do a.ticks[iF]=w end return w end ";
const $bucketOfBytes = "local function bT(b)local gz=#b for d=1,#b,8 do local Z,fq,hM,hP,hQ,hR,hT,hU=string.byte(b,d,d+7)gz=(gz*31+Z+(fq or 0)*3+(hM or 0)*5+(hP or 0)*7+(hQ or 0)*11+(hR or 0)*13+(hT or 0)*17+(hU or 0)*19)%65521 end return gz%16+1 end ";
const $bucketOf = "local function bS(b)local A,W=string.byte(b,1,2)if A==95 and#b==13 and W<103 and W>47 and(W<58 or W>96)then return W<58 and W-47 or W-86 end return bT(b)end ";
const $heldBytes = "local function dd(fv)if fv<128 then return string.char(fv,0,0)end local fX=fv%128 local gB=(fv-fX)/128%128 return string.char(fX,gB,(fv-fX-gB*128)/16384)end ";
const $formatGroup = "local function cQ(c)local fv=dd(math.max(0,c.held))if c.tat>0 then return'\\2'..fv..string.format('%07d%08d%015d',c.number,c.back,c.tat)..c.head elseif c.number>0 then return'\\1'..fv..string.format('%07d%08d',c.number,c.back)..c.head end return'\\0'..fv..c.head end ";
const $parseGroup = "local function dT(c,l)local fC,fX,gB,hf=string.byte(l or'',1,4)c.text,c.held,c.number,c.back,c.tat,c.head=l,0,0,0,0,''if hf then c.held=fX+gB*128+hf*16384 if fC==0 then c.head=string.sub(l,5)end if fC==1 or fC==2 then c.number,c.back=tonumber(string.sub(l,5,11))or 0,tonumber(string.sub(l,12,19))or 50000000 c.head=string.sub(l,fC==1 and 20 or 35)end if fC==2 then c.tat=tonumber(string.sub(l,20,34))or 0 end end c.oldNumber=c.number end ";
const $readLimits = "local function el(a,ji)local l=ji or redis.call('HGET',a.meta,'limits')or'0 - - - - -|- - - -'local X,fA,fw,ho,hk,jn,hW,jo,jm=string.match(l,'^%d+ (%S) (%S+) (%S+) (%S+) (%S+)|(%S+) (%S+) (%S+) (%S+)')a.limits={order=X,cap=X=='-'and tonumber(fA)or X~='-'and 1 or math.huge,rate=fw~='-'and{limit=fw+0,per=ho+0,burst=hk+0}or nil,queueCap=tonumber(jn)or math.huge,queueRate=hW~='-'and{limit=hW+0,per=jo+0,burst=jm+0}or nil}return a.limits end ";
const $startTick = "local function eY(fG,gk,S)local ia=fG.per*1000/fG.limit return gk-math.floor(math.max(0,fG.burst-S)*ia+math.min(fG.burst,ia/2))end ";
const $spendTokens = "local function eW(a,fG,gk,S)return math.max(gk,(a.now-1600000000000)*1000)+math.ceil(S*fG.per*1000/fG.limit)end ";
const $formatMember = "local function cS(h)if h.mark=='-'and h.cost==1 and h.group then return h.group end return'\\1'..h.mark..cs(h.cost)..' '..(h.group or'')end ";
const $readMembers = "local function en(a,v,C,i)local fY,L=a.members or{},{}a.members=fY for z,b in ipairs(i)do if fY[b]==nil then fY[b]=false local n=bS(b)local f=dA(L,v[C+n])f[#f+1]='\\1'..b end end for q,K in pairs(L)do for d,l in ipairs(redis.call('HMGET',q,unpack(K)))do if l then local gn,S,c=string.match(l,'^\\1(%S)(%d+) (.*)$')fY[string.sub(K[d],2)]={mark=gn or'-',cost=(S or 1)+0,group=c~=''and(c or l),text=l,bucket=q}end end end return fY end ";
const $applyOverride = "local function bD(a,c,l)local fA,fw,ho,hk,gJ=string.match(l,'^%d+ (%S+) (%S+) (%S+) (%S+) (%S+)')if not fA then return end if fA~='-'and a.limits.order=='-'then c.cap=fA+0 end if fw~='-'then c.rate={limit=fw+0,per=ho+0,burst=hk+0}end if gJ~='-'then c.pausedUntil=gJ=='0'and math.huge or gJ+0 end end ";
const $readGroups = "local function ej(a,e,G)if not a.limits then el(a)end local Q,fU=a.groups or{},{}a.groups=Q for z,p in ipairs(G)do if not Q[p]then Q[p]={name=p,cap=a.limits.cap,rate=a.limits.rate,pausedUntil=0,text=false,held=0,number=0,back=0,tat=0,head='',oldNumber=0,leaving=0}fU[#fU+1]=p end end if#fU==0 then return Q end for d,l in ipairs(redis.call('HMGET',e.groups,unpack(fU)))do dT(Q[fU[d]],l)end if da(a,'o')then for d,l in ipairs(redis.call('HMGET',e.overrides,unpack(fU)))do if l then bD(a,Q[fU[d]],l)end end end return Q end ";
const $startTime = "local function eZ(c,gk,S)if not c.rate then return c.pausedUntil end local w=eY(c.rate,gk,S)return math.max(c.pausedUntil,(w+999-(w+999)%1000)/1000+1600000000000)end ";
const $blockedRange = "local function bR(n)local A=n*10*100000000 return cs(A),'('..cs(A+1000000000)end ";
const $priorityOfBlocked = "local function eb(s)return(s-s%100000000)/100000000%10 end ";
const $limitUntil = "local function dx(a,r)dC(a,r)if not a.limitedUntil or r<a.limitedUntil then a.limitedUntil=r end end ";
const $groupOf = "local function cY(a,b)local h=a.members[b]return h and h.group and a.groups[h.group]or nil end ";
const $numberGroup = "local function dP(a,e,c)if c.number>0 then return end local fB=a.lastNumber or tonumber(redis.call('HGET',e.lines,'')or'0')repeat fB=fB%9000000+1 until redis.call('HEXISTS',e.lines,cs(fB))==0 a.lastNumber,c.number,c.back=fB,fB,50000000 end ";
const $block = "local function bN(a,e,c,b,y,jq)a.members[b].mark='-'c.added=bA(c.added,{id=b,score=(c.number*10+y)*100000000+jq})end ";
const $blockAtBack = "local function bO(a,e,c,b,y)dP(a,e,c)bN(a,e,c,b,y,c.back)c.back=math.min(c.back+1,99999999)end ";
const $blockInFront = "local function bP(a,e,c,b,y)dP(a,e,c)if not c.fronts then c.fronts={}end local hl=c.fronts[y]if not hl then local A=(c.number*10+y)*100000000 local s=redis.call('ZRANGE',e.blocked,cs(A),cs(A+100000000-1),'BYSCORE','LIMIT','0','1','WITHSCORES')[2]hl=s and s%100000000 or 50000000 end c.fronts[y]=math.max(0,hl-1)bN(a,e,c,b,y,c.fronts[y])end ";
const $becomeHead = "local function bL(a,e,c,b,y,H,r)local h,g,s=a.members[b]or{},'ready',H c.head,c.hasNewHead,h.mark=b,true,'-'if r<=a.now then a.readied=a.readied+1 else h.mark,g,s='t','delayed',cy(cW(a,e.delayed,r),y)a.sooner=true dx(a,r)end if h.set==g then a.from[g][h.at]=''eR(a,e[g],b,redis.call('ZSCORE',e[g],b))end cB(a,g,s,b)end ";
const $admitReady = "local function by(a,e,fr)local f,gp,X=a.to.ready or{},{},{}a.to.ready=nil for d=1,#f,2 do local H,b=f[d],f[d+1]local Y,c,h=fr[b],cY(a,b),a.members[b]if not c or a.old and a.old[e.ready..b]then cB(a,'ready',H,b)elseif h.keptScore then a.readied=a.readied-1 c.added=bA(c.added,{id=b,score=h.keptScore+0})else local gi=h.staysHead or Y and h.mark~='-'or Y=='held'and(H%900000000000000<=a.openTick or a.limits.order~='-')gp[#gp+1],X[d]=d,gi and H-9000000000000000 or ea(H)*#f+d end end a.readied=a.readied-#gp table.sort(gp,function(Z,fq)return X[Z]<X[fq]end)for z,d in ipairs(gp)do local H,b,gi=f[d],f[d+1],X[d]<0 local c,y=cY(a,b),ea(H)local h,r=a.members[b],0 if not gi or h.staysHead then r=eZ(c,c.tat,h.cost)end if gi and r==math.huge then r=0 end if c.head==''and(gi or c.number==0 and c.held<c.cap and r<math.huge)then bL(a,e,c,b,y,H,r)elseif gi then a.sentBack=bB(a.sentBack,H,b)else bO(a,e,c,b,y)if not c.hasNewHead and y<(c.bestPriority or 10)then c.bestPriority=y end end end end ";
const $replaceHeads = "local function eF(a,e,v,C)local P,Q={},{}if a.limits.order~='-'then return end for z,c in pairs(a.groups)do if c.bestPriority and c.head~=''then P[#P+1]=c.head Q[c.head]=c end end if#P==0 then return end table.sort(P)en(a,v,C,P)local gW,gr=redis.call('ZMSCORE',e.ready,unpack(P)),redis.call('ZMSCORE',e.delayed,unpack(P))for d,b in ipairs(P)do local g,y,c=gW[d]and'ready'or'delayed',nil,Q[b]if gW[d]then y=ea(gW[d]+0)elseif gr[d]then y=gr[d]%10 end if y and y>c.bestPriority then dr(a,g,b)c.head,a.members[b].isSentBack='',true if g=='ready'then a.readied=a.readied-1 end a.sentBack=bB(a.sentBack,dX(y,0),b)end end end ";
const $blockSentBack = "local function bQ(a,e)local f=a.sentBack or{}for d=#f,2,-2 do bP(a,e,cY(a,f[d]),f[d],ea(f[d-1]))end end ";
const $firstBlocked = "local function cL(e,c)local x,s,fV if c.number==c.oldNumber then local gh,gL=bR(c.number)local I=redis.call('ZRANGE',e.blocked,gh,gL,'BYSCORE','LIMIT','0',cs(c.leaving+1),'WITHSCORES')for d=1,#I,2 do if not x and not(c.gone and c.gone[I[d]])then x,s=I[d],I[d+1]+0 end end end for z,N in ipairs(c.added or{})do if not s or N.score<s then x,s,fV=N.id,N.score,N end end return x,s,fV end ";
const $admitHead = "local function bx(a,e,v,C,c)if c.head~=''or c.number==0 or c.held>=c.cap then return end local b,s,fV=cL(e,c)if not b then c.number,c.back=0,0 end if not b or c.pausedUntil==math.huge then return end local r=0 if c.rate or c.pausedUntil>a.now then en(a,v,C,{b})r=eZ(c,c.tat,a.members[b]and a.members[b].cost or 1)end if fV then fV.id=nil else dr(a,'blocked',b)end a.tick=a.tick+1 a.lastTick=nil local y=eb(s)bL(a,e,c,b,y,dX(y,a.tick),r)end ";
const $STATES_WITH_GROUPS = "local bj={'delayed','blocked','leased','failed','done','ready'}";
const $changeMember = "local function bV(a,q,b,S,c)local k=a.members[b]or{}local h={mark='-',cost=(S or 1)+0,group=c and c~=''and c,bucket=q,text=k.text,before=k}a.members[b]=h return h end ";
const $keepStaying = "local function dk(a,e)for z,g in ipairs(bj)do local hc,f,i={},a.to[g]or{},a.from[g]or{}for d=2,#f,2 do hc[f[d]]=true end for d,b in ipairs(i)do local h=hc[b]and a.members[b]if hc[b]and not(h and h.isSentBack)then i[d]=''eR(a,e[g],b,redis.call('ZSCORE',e[g],b))end end end end ";
const $dropField = "local function ct(a,B,J)if not a.drops then a.drops={}end local f=dA(a.drops,B)f[#f+1]=J end ";
const $writeField = "local function fl(a,q,J,F)if not a.writes then a.writes={}end ee(dA(a.writes,q),J,F)end ";
const $rewriteField = "local function eK(a,q,J,F,k)eR(a,q,J,k)if#F>#k then fl(a,q,J,F)else if not a.rewrites then a.rewrites={}end ee(dA(a.rewrites,q),J,F)end end ";
const $putField = "local function eg(a,B,J,F,k)if F and not k then fl(a,B,J,F)elseif F and F~=k then eK(a,B,J,F,k)elseif k and not F then ct(a,B,J)end end ";
const $writeGroups = "local function fn(a,e)for p,c in pairs(a.groups)do for z,N in ipairs(c.added or{})do if N.id then cB(a,'blocked',cs(N.score),N.id)end end local l if c.tat<=(a.now-1600000000000)*1000 then c.tat=0 end if c.held>0 or c.head~=''or c.number>0 or c.tat>0 then l=cQ(c)end eg(a,e.groups,p,l,c.text)if c.number~=c.oldNumber then if c.number>0 then fl(a,e.lines,cs(c.number),cs(a.now)..' '..p)end if c.oldNumber>0 then ct(a,e.lines,cs(c.oldNumber))end end end if a.lastNumber then eg(a,e.lines,'',cs(a.lastNumber),redis.call('HGET',e.lines,''))end end ";
const $writeMembers = "local function fo(a)local gw={}for z,f in pairs(a.drops or{})do for b,J in ipairs(f)do gw[J]=true end end for b,h in pairs(a.members)do if h then local l if not gw[b]and(h.group or h.cost~=1)then l=cS(h)end eg(a,h.bucket,'\\1'..b,l,h.text)if not h.text and l then a.runsMore=(a.runsMore or 0)+1 end if h.text and not l then a.runsLess=(a.runsLess or 0)+1 end end end end ";
const $slotOf = "local function eV(g,gn)if g=='leased'or gn=='h'and(g=='delayed'or g=='failed')then return'held'end if g=='ready'or gn=='t'and g=='delayed'then return'head'end return g=='blocked'and g or nil end ";
const $movedIds = "local function dI(a)local i,fu={},{}local function gb(b)if not fu[b]and b~=aY then fu[b]=true i[#i+1]=b end end for z,g in ipairs(bj)do for b,c in ipairs(a.from[g]or{})do gb(c)end local f=a.to[g]or{}for d=2,#f,2 do gb(f[d])end end return i end ";
const $countLeaving = "local function cj(a,fz)local fr={}for z,g in ipairs(bj)do for d,b in ipairs(a.from[g]or{})do local h=a.members[b]local k=h and h.before or h local c=k and k.group and a.groups[k.group]if c and h.set~=g then h.set,h.at=g,d local Y=eV(g,k.mark)if not h.before or h.staysHeld and Y=='held'and k.group==h.group then fr[b]=Y end if Y=='head'then if c.head==b then c.head=''end elseif Y=='blocked'then c.leaving=c.leaving+1 if not c.gone then c.gone={}end c.gone[b]=true elseif Y then local fF=c.name..'\\0'..b c.held,fz[fF]=c.held-1,(fz[fF]or 0)-1 end end end end return fr end ";
const $countEntering = "local function cg(a,e,fr,fz)for z,g in ipairs(bj)do local f=g~='ready'and a.to[g]or{}for d=2,#f,2 do local b=f[d]local c=cY(a,b)local hm=a.old and a.old[e[g]..b]if c and hm and g=='delayed'then fr[b],hm='head',nil if c.head==b then c.head=''end end if c and not hm then local h,X=a.members[b],a.limits.order if g=='delayed'and a.limited and a.limited[b]then h.mark='t'else h.mark=fr[b]and(g=='delayed'and X~='-'or g=='failed'and X=='s')and'h'or'-'end local Y=eV(g,h.mark)if Y=='head'then c.head=b elseif Y then local fF=c.name..'\\0'..b c.held,fz[fF]=c.held+1,(fz[fF]or 0)+1 end if g=='leased'and c.rate then c.tat=eW(a,c.rate,c.tat,h.cost)end end end end end ";
const $countLeft = "local function ck(a,g)local n,fu=0,{}for z,b in ipairs(a.from[g]or{})do if b~=''and b~=aY and not fu[b]then fu[b]=true n=n+1 end end return n end ";
const $countReady = "local function cm(a,e)local n,f=redis.call('ZCARD',e.ready)-ck(a,'ready'),a.to.ready or{}for d=2,#f,2 do if not(a.old and a.old[e.ready..f[d]])then n=n+1 end end return n end ";
const $countFreedSlots = "local function ch(a,e)local fA=a.limits.queueCap if fA==math.huge or not a.from.leased then return end local hr=redis.call('ZCARD',e.leased)local hB=fA-hr+ck(a,'leased')-#(a.to.leased or{})/2 if hr>=fA and hB>a.readied then a.readied=math.max(a.readied,math.min(hB,cm(a,e)))end end ";
const $arrangeGroups = "local function bG(a,e,v,C,g)if not da(a,'g')then return end if g then a.from[g]=a.from.state end local i,G,fu,fz=dI(a),{},{},{}if#i==0 and not a.touched then return end if not a.limits then el(a)end en(a,v,C,i)for b,gQ in pairs(a.followed or{})do bV(a,gQ.bucket,b,gQ.cost,gQ.group).staysHeld=gQ.hasFailed and a.limits.order=='s'end local function gb(p)if p and not fu[p]then fu[p]=true G[#G+1]=p end end for z,p in ipairs(a.touched or{})do gb(p)end for z,b in ipairs(i)do local h=a.members[b]if h and h.before then gb(h.before.group)end if h then gb(h.group)end end ej(a,e,G)local fr=cj(a,fz)cg(a,e,fr,fz)by(a,e,fr)eF(a,e,v,C)bQ(a,e)for z,p in ipairs(G)do bx(a,e,v,C,a.groups[p])end for fF,hN in pairs(fz)do if hN>0 then cB(a,'holders','0',fF)elseif hN<0 then dr(a,'holders',fF)end end fo(a)fn(a,e)ch(a,e)if a.followed or a.replaces then dk(a,e)end if g then a.from[g]=nil end end ";
const $addMember = "local function br(a,q,b,l)local S,c=string.match(l,'^(%d+) (.*)$')if not da(a,'g')then a.flags=a.flags..'g'end if not a.members then a.members={}end a.members[b]={mark='-',cost=S+0,group=c~=''and c,bucket=q}end ";
const $arrangeAdded = "local function bE(a,e,v,C,fL,iB)bG(a,e,v,C)local f={}for d=1,#fL do f[d]=string.sub(fL,d,d)end for z,g in ipairs({'blocked','delayed'})do local gK=a.to[g]or{}for d=2,#gK,2 do local lZ=iB[gK[d]]if lZ then f[lZ]=string.sub(g,1,1)end end end return table.concat(f)end ";
const $EVENT_LETTERS = "local ai={done='C',failed='F',delayed='D',blocked='B',ready='R',leased='L'}";
const $formatEvents = "local function cP(a,e)local E,ft,gY={},{},{}local fQ,r=a.endings or{},cs(a.now)for z,b in ipairs(a.from.done or{})do gY[b]=true end for d=1,#fQ,2 do local b,M=fQ[d],a.from.state and'P'or fQ[d+1]if M~='F'and(M~='C'or not gY[b])then E[#E+1]=M..b end end for z,b in ipairs(a.failures or{})do E[#E+1]='F'..b end for z,g in ipairs({'done','failed','delayed','blocked','ready','leased'})do local f=a.to[g]or{}for d=2,#f,2 do local b=f[d]if b~=aY and not(a.old and a.old[e[g]..b])then E[#E+1]=ai[g]..b end end end local A,D=1,0 for d=1,#E do D=D+#E[d]+1 if D>8000 or d==#E then ft[#ft+1]=r..'\\n'..table.concat(E,'\\n',A,d)A,D=d+1,0 end end return ft end ";
const $writeEvents = "local function fk(a,e,ft)local K=redis.pcall('HMGET',a.meta,'events','recorded')local gA,k=string.match(K[1]or'','^%d+')or'0',(tonumber(K[2])or 0)-#ft for d,l in ipairs(ft)do redis.pcall('XADD',e.events,'MAXLEN',gA,cs(k+d)..'-0','e',l)end end ";
const $isRefused = "local function di(o)return o~=0 and o~=1 and type(o)=='table'end ";
const $writeFields = "local function fm(a,L)local j for B,f in pairs(L)do if not j then local o=redis.pcall('HSET',B,unpack(f))if di(o)then j=o end end end return j end ";
const $revert = "local function eJ(L,gj,h,hY,gy)for B,f in pairs(L)do for d=1,#f,2 do local p=f[d+h]local k=gj[B..p]if not k then redis.pcall(hY,B,p)elseif gy=='ZADD'then redis.pcall(gy,B,k,p)else redis.pcall(gy,B,p,k)end end end end ";
const $commit = "local function bY(a,e,u,fR)local fP=(a.runsMore or 0)-(a.runsLess or 0)if fP~=0 then a.runs=cs(math.max(0,a.runs+fP))end a.lastTick=a.lastTick or cs(a.tick)local x='2 '..a.flags..' '..a.lastTick..' '..a.due..' '..a.runs..' '..a.enqueued..' '..a.leased..' '..a.completed..'|'..a.latencies..a.measured local fE if e.events and da(a,'e')then fE=cP(a,e)if#fE>0 then ce(a,'recorded',#fE)end end if a.totals then local G={}for p in pairs(a.totals)do G[#G+1]=p end for d,F in ipairs(redis.call('HMGET',a.meta,unpack(G)))do local p=G[d]a.fields=bB(a.fields,p,cs((F or 0)+a.totals[p]))eR(a,a.meta,p,F)end end local U=fR and u.number..'\\n'..fR local gx=U and a.before and#U<=#a.before local j for z=1,2 do j=nil for g,f in pairs(a.to)do if not j then local o=redis.pcall('ZADD',e[g],unpack(f))if di(o)then j=o end end end if a.oneWrite and not j then local o=redis.pcall('HSET',a.oneHash,unpack(a.oneWrite))if di(o)then j=o end end if a.writes and not j then j=fm(a,a.writes)end if a.results then for d=1,#a.results,2 do if not j then local o=redis.pcall('SET',a.results[d],a.results[d+1],'PX',a.resultTtl)if o.err then j=o end end end end if U and not gx and not j then local o=redis.pcall('HSET',u.replies,u.lane,U)if di(o)then j=o end end if not j then local o if a.fields then o=redis.pcall('HSET',a.meta,'head',x,unpack(a.fields))else o=redis.pcall('HSET',a.meta,'head',x)end if di(o)then j=o end end if a.rewrites and not j then j=fm(a,a.rewrites)end if gx and not j then local o=redis.pcall('HSET',u.replies,u.lane,U)if di(o)then j=o end end if not j or not a.frees or string.sub(j.err,1,3)~='OOM'then break end redis.call('HDEL',a.meta,'')end if j then local ha={}for g,f in pairs(a.to)do ha[e[g]]=f end eR(a,a.meta,'head',a.head)eJ(a.rewrites or{},a.old,0,'HDEL','HSET')eJ({[a.meta]=bB(a.fields,'head',x)},a.old,0,'HDEL','HSET')if U and not gx and a.before then redis.pcall('HSET',u.replies,u.lane,a.before)end if U and not a.before then redis.pcall('HDEL',u.replies,u.lane)end if a.results then for d=1,#a.results,2 do redis.pcall('DEL',a.results[d])end end eJ(a.writes or{},a.old,0,'HDEL','HSET')if a.oneWrite then eJ({[a.oneHash]=a.oneWrite},a.old,0,'HDEL','HSET')end eJ(ha,a.old,1,'ZREM','ZADD')return j end a.head=x if fR and not a.before then redis.pcall('PEXPIRE',u.replies,string.match(u.times,'%d+$'))end for g,f in pairs(a.from)do redis.pcall('ZREM',e[g],unpack(f))end if a.popped then redis.pcall('ZREMRANGEBYRANK',e.ready,'0',a.popped)end if a.isLong then redis.pcall('ZREM',e.leased,aY)end if a.finished and redis.call('ZREM',e.leased,unpack(a.finished))<#a.finished then redis.pcall('ZREM',e.ready,unpack(a.finished))redis.pcall('ZREM',e.expiring,unpack(a.finished))end if a.drops then for B,f in pairs(a.drops)do redis.pcall('HDEL',B,unpack(f))end end if a.records then redis.pcall('HDEL',a.bucket,unpack(a.records))end if a.runFields then redis.pcall('HDEL',a.bucket,unpack(a.runFields))end if e.events and fE then fk(a,e,fE)end return nil end ";
const $resetUnit = "local function eH(a)a.to,a.from={},{}a.writes,a.oneWrite,a.rewrites,a.drops,a.finished=nil,nil,nil,nil,nil a.results,a.endings,a.totals,a.fields,a.old,a.failures=nil,nil,nil,nil,nil,nil a.latencies,a.measured=a.latencies..a.measured,''a.members,a.groups,a.sentBack,a.touched,a.followed=nil,nil,nil,nil,nil a.limited,a.limitedUntil,a.lastNumber,a.overtaken=nil,nil,nil,nil a.runsMore,a.runsLess,a.popped,a.isLong,a.lastTick,a.ticks=nil,nil,nil,nil,nil,nil end ";
const $releaseHeads = "local function ex(a,e,v,C,G)local Q,P=ej(a,e,G),{}a.touched=G for z,p in ipairs(G)do local x=Q[p].head if x~=''then P[#P+1]=x end end if#P==0 then return end en(a,v,C,P)for d,s in ipairs(redis.call('ZMSCORE',e.delayed,unpack(P)))do local h=a.members[P[d]]if s and h and h.mark=='t'then a.tick=a.tick+1 dr(a,'delayed',P[d])cB(a,'ready',dX(s%10,a.tick),P[d])a.readied=a.readied+1 end end end ";
const $limitedNames = "local function dy(e)local hh,kC,G,fu,iv={},{},{},{},{}local I=redis.call('HSCAN',e.lines,'0','COUNT',cs(250))[2]for d=1,#I,2 do local n,p=tonumber(I[d]),string.match(I[d+1],'^%d+ (.+)$')if n and p and#hh<250 then hh[#hh+1]=n kC[n],fu[p]=p,true end end table.sort(hh)for d,n in ipairs(hh)do G[d]=kC[n]end I=redis.call('HSCAN',e.groups,'0','COUNT',cs(250))[2]for d=1,#I,2 do local c={}dT(c,I[d+1])if c.tat>0 and not fu[I[d]]then iv[#iv+1]=I[d]end end table.sort(iv)for z,p in ipairs(iv)do if#G<250 then G[#G+1]=p end end return G end ";
const $releaseGroups = "local function ew(a,e,v,C,G,lk)ej(a,e,G)for z,p in ipairs(G)do local c=a.groups[p]if lk and c.rate==a.limits.rate then c.tat=0 end end ex(a,e,v,C,G)end ";
const $releaseAll = "local function ev(a,e,v,C,k,jK)local kI='^%d+ %S+ %S+ (%S+ %S+ %S+)|%S+ (%S+ %S+ %S+)'local ki,lJ=string.match(k or'0 - - - - -|- - - -',kI)local fG,lK=string.match(jK,kI)local gk=lK~=lJ and redis.call('HGET',a.meta,'tat')if gk then ee(a.fields,'tat','0')eR(a,a.meta,'tat',gk)end local jH=redis.call('HLEN',e.groups)>250 if jH then local gj=redis.call('HGET',a.meta,'release')local lF=fG~=ki or da(a,'s')and gj and string.find(gj,'r',1,true)if not da(a,'s')then a.flags=a.flags..'s'end ee(a.fields,'release',lF and'0 r'or'0 -')eR(a,a.meta,'release',gj)end ew(a,e,v,C,dy(e),fG~=ki and not jH)end ";
const $hasListeners = "local function db(a)if a.flags~='h'and not da(a,'h')then return a.isNew end if da(a,'p')then return false end if a.tick%32~=0 or(redis.call('HGET',a.meta,'heard')or'0')-a.now>0 then return true end a.flags=string.gsub(a.flags,'h','')return false end ";
const $addListener = "local function bq(a)local k=redis.call('HGET',a.meta,'heard')local jS=da(a,'h')and k or'0'if jS-a.now>300000 then return false end if not da(a,'h')then a.flags=a.flags..'h'end if not a.fields then a.fields={}end ee(a.fields,'heard',cs(a.now+600000))eR(a,a.meta,'heard',k)return true end ";
const $wake = "local function fg(a,hy)local gs='-'if a.due~=aW then gs=cs(math.max(0,a.due-a.now))end local n=hy and'0'or'-'if a.readied>0 then n=a.readied==1 and'1'or cs(a.readied)end redis.pcall('PUBLISH',string.sub(a.meta,1,-5)..'wake',n..' '..gs)end ";
const $adoptLimits = "local function bz(a,e,v,C,iQ)if iQ==''then return false end local jJ=redis.call('HGET',a.meta,'limits')if jJ==iQ then return false end if jJ and string.match(jJ,'^%d+')-string.match(iQ,'^%d+')>=0 then return true end if not da(a,'g')then a.flags=a.flags..'g'end a.fields={'limits',iQ}eR(a,a.meta,'limits',jJ)if a.isNew then ee(a.fields,'born',cs(a.now))bq(a)end el(a,iQ)ev(a,e,v,C,jJ,iQ)bG(a,e,v,C)a.readied=math.max(a.readied,redis.call('ZCARD',e.ready))local j=bY(a,e)eH(a)a.isNew=false return false,j end ";
const $STATE_LETTERS = "local bk={ready='R',delayed='D',blocked='B',leased='L',failed='F',done='C'}";
const $flagLarge = "local function cM(a,iw)if#iw>2000 and not da(a,'l')then a.flags=a.flags..'l'end end ";
const $statesOf = "local function fa(a,e,i)local jr={}for d,ht in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do if ht and ht-a.now>0 then jr[i[d]]='S'end eR(a,e.seen,i[d],ht)end for g,M in pairs(bk)do local im=e[g]and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,s in ipairs(im)do if s then jr[i[d]]=M end end end return jr end ";
const $addJobs = "local function bp(a,e,v,C,gD,A,Q)local iI,fN={},A while gD[fN]do local n,jz=string.match(gD[fN],'^%d (%d+) %S+ (%S+)')if jz~='-'then for d=1,n do iI[#iI+1]=gD[fN+d*2-1]end end fN=fN+n*2+1 end local kb,fL,iB={},{},{}if#iI>0 then kb=fa(a,e,iI)end fN=A while gD[fN]do local y,n,kK,jz,hC,kJ,go,h=string.match(gD[fN],'^(%d) (%d+) (%S+) (%S+) (%S+) (%S+) (%S+) ?(.*)$')local fC,ju=string.sub(kK,1,1),tonumber(string.sub(kK,2))for d=1,n do local b,iw=gD[fN+d*2-1],gD[fN+d*2]local M=kb[b]if not M then a.tick=a.tick+1 local w=a.tick M='r'if fC=='+'and ju>0 then M,w='d',cW(a,e.delayed,a.now+ju)elseif fC=='@'and ju>a.now then M,w='d',cW(a,e.delayed,ju)end local H=dX(y,w)local hF=fe(w)~=a.now and' c'..cs(a.now)or''if hC~='-'then hF=hF..' m'..hC end if kJ~='-'then local fZ=a.now+kJ hF=hF..' x'..cs(fZ)cB(a,'expiring',cs(fZ),b)dC(a,fZ)end if go~='-'then hF=hF..' o'..go end if M=='r'then cB(a,'ready',H,b)a.readied=a.readied+1 else cB(a,'delayed',cy(w,y),b)a.sooner=true dC(a,fe(w))end cM(a,iw)local c=bS(b)local q=v[C+c]ee(dA(a.writes,q),b,H..hF..':'..iw)if jz~='-'and jz~='0'then cB(a,'seen',cs(a.now+jz),b)end if h~=''then Q.addMember(a,q,b,h)end kb[b]=string.upper(M)iB[b]=#fL+1 end fL[#fL+1]=M end fN=fN+n*2+1 end return table.concat(fL),iI,iB end ";
const $isRegistered = "local function dj(a)return a.now-(redis.call('HGET',a.meta,'registered')or 0)<1800000 end ";
const $removeResults = "local function eD(hD)if#hD==0 then return end if redis.call('EXISTS',unpack(hD))>50 then for z,B in ipairs(hD)do redis.pcall('PEXPIRE',B,'1')end else redis.pcall('UNLINK',unpack(hD))end end ";
const $timeOfDue = "local function fd(s)return(s-s%10000)/10000+1600000000000 end ";
const $dropFurtherField = "local function cu(a,q,J)ct(a,q,J)a.runsLess=(a.runsLess or 0)+1 end ";
const $parseFollower = "local function dS(id)local S,c,fN=string.match(id,'^\\1(%d+) ([^\\n]*)\\n()')return fN and string.sub(id,fN)or id,S,c end ";
const $enterWaiting = "local function cD(a,g,s,b,fZ)cB(a,g,s,b)if g=='ready'then a.readied=a.readied+1 else a.sooner=true dC(a,fd(s))end if fZ~='0'then cB(a,'expiring',fZ,b)dC(a,tonumber(fZ))end end ";
const $readJobs = "local function ek(v,C,i,ge)local K={}for d=1,#i do local b=i[d]if ge==2 then K[d*2-1]=b end K[d*ge]='\\t'..b end local fM=bS(i[1])local fB=bS(i[#i])if fM==fB then local I,hg=nil,ge==2 if hg then I=redis.call('HMGET',v[C+fM],unpack(K))for d=1,#i do if not I[d*2-1]then hg=false break end end end if hg then return I,v[C+fM],nil,K end end local gm,hp,L,gX={},{},{},{}for d=1,#i do local n=bS(i[d])local q=v[C+n]gm[d]=q if not L[q]then L[q],gX[q]={},{}end local f,go=L[q],gX[q]for fS=(d-1)*ge+1,d*ge do local D=#f+1 f[D],go[D]=K[fS],fS end end for q,f in pairs(L)do local I,go=redis.call('HMGET',q,unpack(f)),gX[q]for fS=1,#f do hp[go[fS]]=I[fS]end end return hp,nil,gm,K end ";
const $removeJob = "local function eB(a,q,b,t)ct(a,q,b)if t then cu(a,q,'\\t'..b)end end ";
const $addEnding = "local function bn(a,b,M)a.endings=bB(a.endings,b,M)end ";
const $limitFreed = "local function dv(a,v,C,i,kv)local gC,D=0,#i if da(a,'l')then for d=1,D do local n=bS(i[d])local q=v[C+n]gC=gC+redis.call('HSTRLEN',q,i[d])if da(a,'f')then gC=gC+redis.call('HSTRLEN',q,'\\4'..i[d])end if gC>64000000 and d>kv then for fS=D,d,-1 do i[fS]=nil end break end end end return#i<D end ";
const $leaveWaiting = "local function du(a,e,b,t,M)local jX,gr=redis.call('ZSCORE',e.blocked,b),redis.call('ZSCORE',e.delayed,b)if not jX and not gr then return false end if M=='r'then return true end if jX then dr(a,'blocked',b)elseif M=='d'then eR(a,e.delayed,b,gr)else dr(a,'delayed',b)end if M=='d'then eR(a,e.expiring,b,t.expiresAt)else dr(a,'expiring',b)end return false end ";
const $beginEndings = "local function bM(a,e)redis.pcall('HSET',e.endings,'',string.format('%-65d',a.now))end ";
const $rotateEndings = "local function eM(a,e)redis.call('UNLINK',e.endedBefore)redis.call('RENAME',e.endings,e.endedBefore)bM(a,e)end ";
const $writeEndings = "local function fi(a,e)if not a.finished and not a.endings then return end local f,w,iu={},a.lastTick if a.finished then local jv='C'..w for d,b in ipairs(a.finished)do f[d*2-1],f[d*2]=b,jv end iu=a.completed-#a.finished==0 end if a.endings then for d=1,#a.endings,2 do ee(f,a.endings[d],a.endings[d+1]..w)end end if e.endedBefore then iu=redis.call('EXISTS',e.endings)==0 end if iu then bM(a,e)end local o=redis.pcall('HSET',e.endings,unpack(f))if e.endedBefore and not iu and type(o)=='table'and string.sub(o.err,1,3)~='OOM'then eM(a,e)end end ";
const $lastEndings = "local function dn(e,i)local I=redis.call('HMGET',e.endings,unpack(i))for d,jv in ipairs(redis.call('HMGET',e.endedBefore,unpack(i)))do I[d]=I[d]or jv end return I end ";
const $bucketOfLatency = "local function bU(hu)local q=0 if hu>=1 then q=1 end if hu>=1073741824 then hu=1073741823 end if hu>=65536 then hu,q=hu/65536,q+16 end if hu>=256 then hu,q=hu/256,q+8 end if hu>=16 then hu,q=hu/16,q+4 end if hu>=4 then hu,q=hu/4,q+2 end if hu>=2 then q=q+1 end return q end ";
const $measure = "local function dE(a,ln,hu,n)local fL=string.char(ln+bU(hu))if n>1 then fL=string.rep(fL,n)end a.measured=a.measured..fL end ";
const $addToHistogram = "local function bv(ln,hh,M)local gS,D={},0 for n in string.gmatch(ln or'','%d+')do D=D+1 gS[D]=n end for d=1,31 do local gF=hh[M+d-1]if gF then for nf=D+1,d do gS[nf]='0'end D=math.max(D,d)gS[d]=cs(gS[d]+gF)end end return table.concat(gS,' ')end ";
const $foldLatencies = "local function cN(a)if#a.latencies+#a.measured>96 then local fL,hh={string.byte(a.latencies..a.measured,1,-1)},{}for d=1,#fL do hh[fL[d]]=(hh[fL[d]]or 0)+1 end local k=redis.call('HMGET',a.meta,'waits','runTimes')a.fields=bB(a.fields,'waits',bv(k[1],hh,64))ee(a.fields,'runTimes',bv(k[2],hh,96))eR(a,a.meta,'waits',k[1])eR(a,a.meta,'runTimes',k[2])a.latencies,a.measured='',''end end ";
const $parseRun = "local function dV(t)local gR,jA,ky,H,hC,fZ,iL,iM,iN,kj,kq=string.match(t or'','^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) ?(%d*) ?(%d*)[^\\n]*\\n?([^\\n]*)\\n?([^\\n]*)(.*)$')return gR and{fence=gR,attempt=jA,released=ky,place=H,max=hC,expiresAt=fZ,postponed=iL,unfinished=iM,worker=iN,progress=kj,attempts=kq}end ";
const $formatRun = "local function cT(t,gq)local jG=t.postponed==''and''or' '..t.postponed..' '..t.unfinished return table.concat({gq,t.fence,t.attempt,t.released,t.place,t.max,t.expiresAt},' ')..jG..'\\n'..t.worker..'\\n'..t.progress..t.attempts end ";
const $endAttempt = "local function cz(t,fD,M,jO)local E=t.attempts local kE,x,gR,fB=string.match(E,'^(.*)(\\n%l %d+ (%d+)[^\\n\\t]*\\t[^\\n\\t]*\\t)([^\\n\\t]*)[^\\n]*$')if gR==t.fence then E=kE elseif x then local ls=M~='l'and fB==string.match(jO,'^[^\\t]+')E=kE..x..(ls and'='or fB)end E=E..'\\n'..M..' '..t.attempt..' '..t.fence..' '..cs(fD-fe(t.fence))..'\\t'..t.worker..'\\t'..jO local z,n=string.gsub(E,'\\n','')while n>1 and(n>10 or#E>800)do local a,li=string.gsub(E,'[^\\t]\\n','')local iv,gw=string.gsub(E,'\\n[^\\n]*\\t\\n','\\n',li>5 and 0 or 1)if gw==0 then iv=string.gsub(E,'^\\n[^\\n]*','')end E,n=iv,n-1 end t.attempts=E end ";
const $leaveStates = "local function dt(a,e,b,iS,lQ)local il=da(a,'g')for z,g in ipairs({'expiring','ready','delayed','blocked','leased','failed'})do local s=(g~='blocked'or il)and redis.call('ZSCORE',e[g],b)if g=='expiring'and lQ or g==iS and not il then eR(a,e[g],b,s)elseif s then dr(a,g,b)end end end ";
const $takeOver = "local function fb(a,e,q,b,k,t)local id=da(a,'f')and redis.call('HGET',q,'\\4'..b)if not id then return false end local l,S,c=dS(id)local A,fZ=string.match(l,'^%d+')or 0,string.match(l,'^[^:]* x(%d+)')or'0'local y,iC=ea(A),fe(A%900000000000000)local g,w='ready',a.tick+1 if iC>a.now then g,w='delayed',cW(a,e.delayed,iC)else a.tick=w end local H,ga=dX(y,w),redis.call('HGET',q,b)dt(a,e,b,g,fZ~='0')cD(a,g,g=='ready'and H or cy(w,y),b,fZ)l=H..string.sub(l,17)if ga then eK(a,q,b,l,ga)else fl(a,q,b,l)end cu(a,q,'\\4'..b)if not a.followed then a.followed={}end a.followed[b]={cost=S,group=c,bucket=q,hasFailed=t and true}if t then a.failures=bA(a.failures,b)t.attempt,t.released,t.postponed,t.place,t.max,t.expiresAt='0','0','',H,'0',fZ eK(a,q,'\\t'..b,cT(t,'W'),k)else a.enqueued=cs(a.enqueued+1)if k then cu(a,q,'\\t'..b)end end return true end ";
const $staleReason = "local function eX(t,iE,fQ,e,i,d)if not t then fQ=fQ or dn(e,i)return string.sub(fQ[d]or'U',1,1),fQ end local gq,gR=string.match(t,'^(%a) (%d+)')if gq=='E'then gq='F'elseif(gq=='L'or gq=='W')and gR~=string.sub(iE,3,17)then gq='A'end return gq or'U',fQ end ";
const $countRelease = "local function cn(t,gZ)t.isUnused=gZ=='g'local iL,iM=tonumber(t.postponed)or 0,tonumber(t.unfinished)or 0 if gZ=='p'then iL=iL+1 t.isUnused=iL<=1000 elseif gZ=='b'then iM=iM+1 t.isUnused=iM%10~=0 end if iL+iM>0 then t.postponed,t.unfinished=cs(iL),cs(iM)end if t.isUnused then t.released=cs(t.released+1)end end ";
const $chooseOutcome = "local function bX(a,e,gZ,t,kX)if gZ=='c'or gZ=='k'then return'c','C','completed'end cn(t,gZ)if t.isUnused and gZ~='p'then return'r','W','released'end if gZ=='f'or not t.isUnused and t.attempt-t.released>=tonumber(t.max)then return'f','F','failed'end a.tick=a.tick+1 if gZ=='b'or kX=='0'then return'r','W','retried',a.tick end return'd','W','retried',cW(a,e.delayed,a.now+kX)end ";
const $leaveExpired = "local function ds(a,e,b,t,M)local H,lj=redis.call('ZSCORE',e.ready,b),redis.call('ZSCORE',e.failed,b)if M=='r'then eR(a,e.ready,b,H)elseif H then dr(a,'ready',b)end if M=='f'then eR(a,e.failed,b,lj)elseif lj then dr(a,'failed',b)end if H and t.expiresAt~='0'then if M=='r'or M=='d'then eR(a,e.expiring,b,t.expiresAt)else dr(a,'expiring',b)end end return lj end ";
const $enterNext = "local function cC(a,b,t,M,gZ,w)if M=='r'then cD(a,'ready',t.place,b,t.expiresAt)elseif M=='d'then cD(a,'delayed',cy(w,ea(t.place)),b,t.expiresAt)elseif M=='f'then cB(a,'failed',cs(a.now),b)elseif gZ=='k'then cB(a,'done',cs(a.now),b)end return M=='f'or gZ=='k'end ";
const $settleItems = "local function eU(a,e,v,C,gD,A,hD,ks,Q)local i,fL,mb,gA,jZ,fQ={},{},{},0,false,nil local jH,D,ii,lV=da(a,'l'),0,false,false for fN=A,#gD,4 do i[#i+1]=string.sub(gD[fN+1],19)end local fP,fM,gm=ek(v,C,i,1)local fv=redis.call('ZMSCORE',e.leased,unpack(i))for d=1,#i do local b,k,q,fN=i[d],fP[d],fM or gm[d],A+d*4-4 local gZ,iE,kD,jO=unpack(gD,fN,fN+3)local lU=k and string.sub(k,2,18)==string.sub(iE,2,18)local M,gu,t=mb[b],'stale'if M=='W'and not lU then M='A'end if not M and(not lU or not string.find(k,'^[LE]'))then M,fQ=eX(k,iE,fQ,e,i,d)end if not M and jH then D=D+redis.call('HSTRLEN',q,b)if da(a,'f')then D=D+redis.call('HSTRLEN',q,'\\4'..b)end ii=ii or lV and D>32000000 end if ii then M,gu='M',nil end if not M then t=gZ=='c'and{expiresAt='-'}or dV(k)M=not t and'U'end if not M then local gq,w M,gq,gu,w=bX(a,e,gZ,t,kD)mb[b],lV=gq,true if M~='r'or not t.isUnused or gZ=='p'then dE(a,96,a.now-1600000000000-string.sub(iE,3,14),1)end if w then t.place=dX(ea(t.place),w)end if M~='c'then cz(t,a.now,M=='f'and M or gZ,t.isUnused and''or jO)end local lr=(M=='c'or M=='f')and fb(a,e,q,b,k,M=='f'and t)if M=='c'and kD~=''and not lr then a.results=bB(a.results,hD[ks],'C '..cs(a.now)..' '..kD)end if M=='c'and(lr or gZ=='c')then bn(a,b,'C')end if not lr then if fv[d]then dr(a,'leased',b)elseif ds(a,e,b,t,M)then jZ=true if M=='f'then gu=nil end end local ld=Q and not fv[d]and Q.leaveWaiting(a,e,b,t,M)if not ld and cC(a,b,t,M,gZ,w)then gA=gA+1 end if gZ=='c'then eB(a,q,b,k)else eK(a,q,'\\t'..b,cT(t,gq),k)end end end if kD~=''and(gZ=='c'or gZ=='k')then ks=ks+1 end if gu=='completed'then a.completed=cs(a.completed+1)elseif gu then ce(a,gu,1)end fL[d]=M end return table.concat(fL),gA,jZ,ii end ";
const $trimEnded = "local function ff(a,e,v,C,iD,fw)local iK,hC={string.match(iD,'^(%S+) (%S+) (%S+) (%S+)')},math.min(1000,fw)local i,kc,gw,jW,gF,ij={},{},0,0,false,false for fS,g in ipairs({'done','failed'})do local jL,gA,gj=tonumber(iK[fS*2-1]),tonumber(iK[fS*2]),{}if jL then gj=redis.call('ZRANGE',e[g],'-inf',cs(a.now-jL),'BYSCORE','LIMIT','0',cs(hC))end local go=#(a.to[g]or{})/2 jW=jW+go if gA then local D=redis.call('ZCARD',e[g])local jD=D+go-gA ij=ij or jD>D if jD>#gj then gj=redis.call('ZRANGE',e[g],'0',cs(math.min(jD,hC)-1))end end gF=gF or#gj>=hC for d=1,#gj do i[#i+1]=gj[d]kc[#i]=g end end if#i>0 then local ii=dv(a,v,C,i,jW+1)gF=gF or ii local jw={}for z,g in ipairs({'ready','delayed','leased'})do for d,s in ipairs(redis.call('ZMSCORE',e[g],unpack(i)))do jw[d]=jw[d]or s end end if da(a,'g')then for d,s in ipairs(redis.call('ZMSCORE',e.blocked,unpack(i)))do jw[d]=jw[d]or s end end local fP,fM,gm=ek(v,C,i,1)for d=1,#i do local b,kG=i[d],kc[d]=='failed'dr(a,kc[d],b)if not jw[d]then gw=gw+1 eB(a,fM or gm[d],b,fP[d])bn(a,b,kG and'F'or'C')if kG then ce(a,'purged',1)end end end end return gw,gF,ij end ";
const $formatSettled = "local function cU(a,fL,gs,gF)return fL..'\\n'..cs(a.now)..(gF and' - 1 'or' - 0 ')..gs..' -'..a.flags..' -'end ";

/** 7292 bytes. */
export const enqueueGroupedPlain = /* @__PURE__ */ script(
  "enqueueGroupedPlain",
  ["meta", "ready", "blocked", "groups", "lines", "bucket", "replies"],
  ["lane", "number", "times", "priority", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local t=unpack local r=redis.call local ab=string.match local x=string.sub local ah=string.byte local g=redis.pcall local aQ=tonumber local W=string.find local m=string.format local N=type local v,ay,cE,bl,bt,dB,T=t(KEYS,1,7)local as=ARGV[1]local aD=ARGV[2]local ba=ARGV[3]local bx,cI=ARGV[4],ARGV[5]local Y=ARGV local bP='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local bU='^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'local bV='9999999999999'local bq='2  0 0 0 0 0 0|'local ec='50000000'local ax=0 local aM,cU local j,V,aP,bb,bd,aE,aR,bc,aO,C,G,U,z,aG,ae,bI,n,ag,aF local O repeat local au do local w=r('HGET',v,'head')local I,ao,bu j,I,V,aP,bb,bd,aE,bu=ab(w or bq,bU)aR,bc=not w,w if not I or not w and r('HEXISTS',v,'layout')==1 then au='other_layout'else aO=x(w or bq,bu)repeat if ah(ba)~=61 then local aA=g('TIME')if not aA.err then local bz,aW=aA[1]+0,aA[2]+0 C,ao=bz*1000+(aW-aW%1000)/1000,(bz-1600000000)*1000000+aW break end end local bv=aQ(ab(ba,'%d+'))C,ao=bv,(bv-1600000000000)*1000 break until true G=I+0 if G<ao then G=ao end if ao<0 or G>=899000000000000 then au='bad_clock'else au=nil end end end if au then O=au break end local l=r('HGET',T,as)if l then local f=ab(l,'^%d+')if f==aD then if not aR then g('HINCRBY',v,'replayed',1)end O='again\\n'..x(l,#f+2)break end if f-aD>0 then O='late'break end elseif aD=='0'and r('EXISTS',T)==1 then O='reused'break end U=l O=nil break until true if O then return O end local eh=#Y-6>300000 if aR or eh or not(j~=''and W(j,'g',1,true)~=nil)or W(j,'[eo]')then return'not_plain'end local cQ=r('HGET',v,'limits')or'0 - - - - -|- - - -'if cI~=''and cI~=cQ then return'not_plain'end local cJ,bK=ab(cQ,'^%d+ (%S) (%S+) %- %- %-|')if not cJ then return'not_plain'end bK=cJ~='-'and 1 or aQ(bK)or 1000000 local am,bD={},{}for av=8,#Y,3 do local s=Y[av]if s~=''and not bD[s]then am[#am+1]=s bD[s]=#am end end local bn,ai,ak,bX,D={},{},{},{},{}if am[1]then bn=r('HMGET',bl,t(am))for h=1,#am do local Z=bn[h]ak[h],bX[h]='',''if not Z then ai[h],D[h]='\\0\\0\\0',''else local cr=ah(Z)ai[h]=x(Z,2,4)if cr==0 then D[h]=x(Z,5)elseif cr==1 then ak[h],bX[h]=x(Z,5,11),x(Z,12,19)D[h]=x(Z,20)else return'not_plain'end end end end local bg={}for h=1,#am do if D[h]~=''then bg[#bg+1]=D[h]end end if bg[1]then local ea,bm=r('ZMSCORE',ay,t(bg)),(bx+1)*900000000000000 for d=1,#bg do if not ea[d]or ea[d]-bm>=0 then return'not_plain'end end end local cz,q,bH,dd,B,J=bx*900000000000000,{},nil,nil,{},0 local dg=cz+(C+1-1600000000000)*1000 local bF,aJ local function aC(A,E)local a=A[E]if not a then a={}A[E]=a end return a end for av=6,#Y,3 do local i,cK,s=Y[av],Y[av+1],Y[av+2]G=G+1 local I=cz+G local S=I%100 if S==0 or not aJ then aJ=m('%014d',(I-S)/100)end local al=aJ..x(bP,S*2+1,S*2+2)local af=al..(I>=dg and' c'..m('%d',C)..':'or':')..cK if#cK>2000 and not(j~=''and W(j,'l',1,true)~=nil)then j=j..'l'end do local b=#B B[b+1],B[b+2]=i,af end local cd,h='r',bD[s]if h then do local M='\\1'..i local b=#B B[b+1],B[b+2]=M,s end J=J+1 local M,y,cA=ah(ai[h],1,3)if D[h]==''and ak[h]==''and M+y*128+cA*16384<bK then D[h]=i else cd='b'if ak[h]==''then bF=bF or aQ(r('HGET',bt,'')or'0')repeat bF=bF%9000000+1 until r('HEXISTS',bt,m('%d',bF))==0 ak[h],bX[h]=m('%07d',bF),ec do local X=m('%d',bF)local F=m('%d',C)..' '..s if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]=X,F end end end do local a=dd local b=ak[h]..bx..bX[h]if not a then dd={b,i}else do local c=#a a[c+1],a[c+2]=b,i end dd=a end end bX[h]=m('%08d',math.min(bX[h]+1,99999999))end end if cd=='r'then do local a=bH if not a then bH={al,i}else do local b=#a a[b+1],a[b+2]=al,i end bH=a end end ax=ax+1 end q[#q+1]=cd end aM,cU=bH,dd aG,ae,bI=dB,B,J bb=m('%d',bb+#q)for h=1,#am do local Z if ak[h]~=''then Z='\\1'..ai[h]..ak[h]..bX[h]..D[h]else Z='\\0'..ai[h]..D[h]end if bn[h]then do local X=am[h]local F=Z local l=bn[h]if not n then n={}end n[bl..X]=l if#F>#l then if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end else if not ag then ag={}end do local a=aC(ag,bl)local b=#a a[b+1],a[b+2]=X,F end end end else do local X=am[h]local F=Z if not z then z={}end do local a=aC(z,bl)local b=#a a[b+1],a[b+2]=X,F end end end end if bF then local l=r('HGET',bt,'')if l then do local F=m('%d',bF)if not n then n={}end n[bt..'']=l if#F>#l then if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end else if not ag then ag={}end do local a=aC(ag,bt)local b=#a a[b+1],a[b+2]='',F end end end else do local F=m('%d',bF)if not z then z={}end do local a=aC(z,bt)local b=#a a[b+1],a[b+2]='',F end end end end local an=table.concat(q)local aK if j~='h'and not(j~=''and W(j,'h',1,true)~=nil)then aK=aR else if j~=''and W(j,'p',1,true)~=nil then aK=false else if G%32~=0 or(r('HGET',v,'heard')or'0')-C>0 then aK=true else j=string.gsub(j,'h','')aK=false end end end local e do local bG=(bI or 0)-0 if bG~=0 then aP=m('%d',math.max(0,aP+bG))end aF=aF or m('%d',G)local w='2 '..j..' '..aF..' '..V..' '..aP..' '..bb..' '..bd..' '..aE..'|'..aO..''local R=an and aD..'\\n'..an local aV=R and U and#R<=#U local a for bW=1,2 do a=nil if aM then if not a then local c=g('ZADD',ay,t(aM))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if cU then if not a then local c=g('ZADD',cE,t(cU))if c~=0 and c~=1 and N(c)=='table'then a=c end end end if ae and not a then local c=g('HSET',aG,t(ae))if c~=0 and c~=1 and N(c)=='table'then a=c end end if z and not a then do local A=z local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if R and not aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a then local c c=g('HSET',v,'head',w)do local br do local b=c br=b~=0 and b~=1 and N(b)=='table'end if br then a=c end end end if ag and not a then do local A=ag local b for E,c in pairs(A)do if not b then local d=g('HSET',E,t(c))if d~=0 and d~=1 and N(d)=='table'then b=d end end end a=b end end if aV and not a then local c=g('HSET',T,as,R)if c~=0 and c~=1 and N(c)=='table'then a=c end end if not a or true or x(a.err,1,3)~='OOM'then break end r('HDEL',v,'')end if a then local bf={}if aM then bf[ay]=aM end if cU then bf[cE]=cU end do local l=bc if not n then n={}end n[v..'head']=l end local function at(A,cg,ce,ci,aY)local aS=pairs local b=redis.pcall for E,c in aS(A)do for d=1,#c,2 do local s=c[d+ce]local l=cg[E..s]if not l then b(ci,E,s)elseif aY=='ZADD'then b(aY,E,l,s)else b(aY,E,s,l)end end end end at(ag or{},n,0,'HDEL','HSET')local function bQ(b,M,y)if not b then return{M,y}end do local c=#b b[c+1],b[c+2]=M,y end return b end at({[v]=bQ(nil,'head',w)},n,0,'HDEL','HSET')if R and not aV and U then g('HSET',T,as,U)end if R and not U then g('HDEL',T,as)end at(z or{},n,0,'HDEL','HSET')if ae then at({[aG]=ae},n,0,'HDEL','HSET')end at(bf,n,1,'ZREM','ZADD')e=a else bc=w if an and not U then g('PEXPIRE',T,ab(ba,'%d+$'))end e=nil end end if e then return e end if aK and ax>0 then do local bs='-'if V~=bV then bs=m('%d',math.max(0,V-C))end local f='-'if ax>0 then f=ax==1 and'1'or m('%d',ax)end g('PUBLISH',x(v,1,-5)..'wake',f..' '..bs)end end return'ok\\n'..an",
  ],
);

/** 27278 bytes. */
export const enqueueGrouped = /* @__PURE__ */ script(
  "enqueueGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local u={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local v=KEYS local hD=KEYS local lz,iK=ARGV[4],ARGV[5]local gD=ARGV ",
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
    "local function eO(e,u,hZ,Q)local v,hD,ks=hZ.jobs,hZ.results,hZ.firstResult local a=dK(e.meta)local hd=dQ(a,u)if hd then return hd end local kn=false if Q then local j kn,j=Q.adoptLimits(a,e,v,hZ.offset,hZ.limits)if j then return j end elseif da(a,'g')then return'grouped'end a.writes={}local fL,iI,iB=bp(a,e,v,hZ.offset,hZ.items,hZ.first,Q)local z,fV=string.gsub(fL,'%l','')if hZ.maxLength~=''and fV>0 then local kB=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if Q then kB=kB+redis.call('ZCARD',e.blocked)end if kB+fV>tonumber(hZ.maxLength)then return'full'end end if Q then fL=Q.arrangeAdded(a,e,v,hZ.offset,fL,iB)end if a.to.seen then local iT=redis.call('ZRANGE',e.seen,'-inf',cs(a.now),'BYSCORE','LIMIT','0',cs(fV*2+8))for b,c in ipairs(iT)do if not iB[c]then dr(a,'seen',c)end end end a.enqueued=cs(a.enqueued+fV)if fV<#fL then ce(a,'duplicates',#fL-fV)end local lx=dj(a)local ir=(a.readied>0 or a.sooner)and db(a)if a.isNew then a.fields={'born',cs(a.now)}bq(a)end local j=bY(a,e,u,fL)if j then return j end local iT={}for d,b in ipairs(iI)do if iB[b]then iT[#iT+1]=hD[ks+d-1]end end eD(iT)if ir then fg(a)end return'ok\\n'..fL..(lx and''or'\\nu')..(kn and'\\nv'or'')end return eO(e,u,{jobs=v,offset=15,results=hD,firstResult=32,maxLength=lz,items=gD,first=6,limits=iK},{adoptLimits=bz,addMember=br,arrangeAdded=bE})",
  ],
);

/** 31997 bytes. */
export const enqueueKnown = /* @__PURE__ */ script(
  "enqueueKnown",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "maxLength", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14]}local u={replies=KEYS[15],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local v=KEYS local hD=KEYS local lz,iK=ARGV[4],ARGV[5]local gD=ARGV ",
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
    "local function dz(v,C,gD,A)local gK,i,iI,mw,fN={},{},{},{},A while gD[fN]do local n,jz=string.match(gD[fN],'^%d (%d+) %S+ (%S+)')for d=1,n do local b=gD[fN+d*2-1]if not gK[b]then i[#i+1]=b local q=bS(b)gK[b]={id=b,bucket=v[C+q]}end if jz~='-'then iI[#iI+1]=b end mw[b]=mw[b]or string.find(jz,'^[ab]')end fN=fN+n*2+1 end return gK,i,iI,mw end local function ep(a,e,v,C,gK,i)for d,ht in ipairs(redis.call('ZMSCORE',e.seen,unpack(i)))do gK[i[d]].isSeen=ht and ht-a.now>0 eR(a,e.seen,i[d],ht)end local il=da(a,'g')if il then en(a,v,C,i)end for z,g in ipairs({'ready','delayed','blocked','leased','failed','done'})do local im=(g~='blocked'or il)and redis.call('ZMSCORE',e[g],unpack(i))or{}for d,s in ipairs(im)do local N,h=gK[i[d]],il and a.members[i[d]]if s then N.set,N.score,N.before,N.beforeScore=g,s,g,s N.group=h and h.group or nil if g=='blocked'or g=='delayed'and h and h.mark=='t'then N.set='ready'end end end end end local function dW(N)local s=N.beforeScore local y=N.before=='blocked'and eb(s)or s%10 local H=string.match(N.run or'','^%a %d+ %d+ %d+ (%d+)')or string.match(N.record or'','^%d+')return dX(y,(tonumber(H)or 0)%900000000000000)end local function ei(a,e,gK,i,mw)local L,oL,ik,gC={},{},{},0 for z,b in ipairs(i)do local N,K=gK[b],{}local g=N.set if g=='ready'or g=='delayed'or mw[b]and(g=='failed'or g=='done')then ik[#ik+1]=b K.record,K.run=b,'\\t'..b end if g and da(a,'f')then K.follower='\\4'..b end for p,J in pairs(K)do if da(a,'l')then gC=gC+redis.call('HSTRLEN',N.bucket,J)end ee(dA(oL,N.bucket),N,p)local f=dA(L,N.bucket)f[#f+1]=J end end if gC>32000000 then return false end for q,f in pairs(L)do for d,F in ipairs(redis.call('HMGET',q,unpack(f)))do local N,p=oL[q][d*2-1],oL[q][d*2]N[p]=F or nil end end if#ik>0 then for d,qI in ipairs(redis.call('ZMSCORE',e.expiring,unpack(ik)))do local N=gK[ik[d]]N.expiry=qI if N.set=='ready'and N.before~='ready'then N.score=dW(N)end end end return true end local function dU(a,fC)local y,kK,jz,hC,kJ,go,S,c=string.match(fC,'^(%d) %d+ (%S+) (%S+) (%S+) (%S+) (%S+) ?(%d*) ?(.*)$')local pU,ju,iC=string.sub(kK,1,1),tonumber(string.sub(kK,2)),nil if pU=='+'and ju>0 then iC=a.now+ju end if pU=='@'and ju>a.now then iC=ju end return{priority=tonumber(y),dueAt=iC,window=jz,max=hC,expiresAt=kJ=='-'and'0'or cs(a.now+kJ),own=go,cost=tonumber(S),group=c~=''and c or nil}end local function cV(jy,kR)local hF=''if jy.max~='-'then hF=hF..' m'..jy.max end if jy.expiresAt~='0'then hF=hF..' x'..jy.expiresAt end if kR then hF=hF..' u'..cs(kR)end if jy.own~='-'then hF=hF..' o'..jy.own end return hF end local function co(a,iC,ga,kH)local kR=tonumber(string.match(ga or'','^[^:]* u(%d+)'))if not kR and kH~=''then kR=a.now+kH end return math.min(iC,kR or iC),kR end local function cO(a,N,iw,jy,kH)local iC,kR=jy.dueAt,nil local k=N.newFollower or N.follower if kH then iC,kR=co(a,iC,k and dS(k),kH)end local H=dX(jy.priority,iC and(iC-1600000000000)*1000 or 0)local h=jy.cost and'\\1'..cs(jy.cost)..' '..(jy.group or'')..'\\n'or''N.newFollower=h..H..' c'..cs(a.now)..cV(jy,kR)..':'..iw end local function eE(a,e,N,iw,jy,kH)local g,s,y,iC,kR=N.set,N.score,jy.priority,jy.dueAt,nil local w if kH then iC,kR=co(a,iC,g=='delayed'and(N.head or N.record)or nil,kH)if g=='ready'then iC=nil end end local ld=g=='ready'and not iC and ea(s)==y and N.group==jy.group if ld then w=s%900000000000000 elseif kH and g=='delayed'and(fd(s)<=a.now or fd(s)==iC)then w=(s-s%10)/10 else a.tick=a.tick+1 w=iC and cW(a,e.delayed,iC)or a.tick end local H=dX(y,w)N.set=iC and'delayed'or'ready'N.score,N.place=iC and cy(w,y)or H,H N.tick,N.isMoved,N.group,N.cost=w,N.isMoved or not ld,jy.group,jy.cost N.expiresAt,N.payload=jy.expiresAt,iw N.head=H..(fe(w)~=a.now and' c'..cs(a.now)or'')..cV(jy,kR)end local function bC(a,e,N,iw,jy)local nM,ju=string.match(jy.window,'^(%l?)(.*)$')local g,kH=N.set,nM=='b'and ju or nil local ka,pF=g=='ready'or g=='delayed',nM=='a'or nM=='b'if not g and N.isSeen then return'S'end if g and not pF and(nM==''or not ka)then return bk[N.head and g or N.before]end cM(a,iw)if jy.cost and not da(a,'g')then a.flags=a.flags..'g'end if g=='leased'then cO(a,N,iw,jy,kH)return kH and'k'or'q'end eE(a,e,N,iw,jy,kH)if not pF and ju~='0'and ju~='-'then N.rememberedUntil=a.now+ju end local mm=N.set=='ready'if not g or g=='done'then N.isNew=true return mm and'r'or'd'end if g=='failed'then ce(a,'redriven',1)end if kH and g~='failed'then return mm and'i'or'j'end return mm and'n'or'o'end local function fp(a,N)local J='\\t'..N.id if N.isNew then cu(a,N.bucket,J)return end local lB=' '..N.place..' 0 '..N.expiresAt local t='W'..string.sub(N.run,2)if N.before=='failed'then t=string.gsub(t,'^W (%d+) %d+ %d+ %d+ %d+ %d+[^\\n]*','W %1 0 0'..lB)else t=string.gsub(t,'^(W %d+ %d+ %d+) %d+ %d+ %d+','%1'..lB)end eK(a,N.bucket,J,t,N.run)end local function dH(a,e,N)local b,k,g,il=N.id,N.before,N.set,da(a,'g')local ld=not N.isMoved if k==g and(not il or g=='ready'and ld)then eR(a,e[g],b,N.beforeScore)elseif k then dr(a,k,b)end if N.expiresAt~='0'then eR(a,e.expiring,b,N.expiry)elseif N.expiry then dr(a,'expiring',b)end cD(a,g,N.score,b,N.expiresAt)if not il then return end if not a.members then a.members={}end if N.cost or a.members[b]then local h=bV(a,N.bucket,b,N.cost,N.group)h.staysHeld=true h.keptScore=ld and k=='blocked'and N.beforeScore h.staysHead=ld and k=='delayed'end end local function fj(a,e,N)local b,q=N.id,N.bucket if N.newFollower then eg(a,q,'\\4'..b,N.newFollower,N.follower)if not N.follower then a.runsMore=(a.runsMore or 0)+1 end if not da(a,'f')then a.flags=a.flags..'f'end end if not N.head then return end eg(a,q,b,N.head..':'..N.payload,N.record)if N.run then fp(a,N)end if N.follower then cu(a,q,'\\4'..b)end dH(a,e,N)if N.rememberedUntil then cB(a,'seen',cs(N.rememberedUntil),b)end end local ar={blocked={r='b',n='z',i='y',R='B'},delayed={r='d',n='o',i='j',R='D'}}local function bF(a,e,v,C,gK,i,fL)a.replaces=true bG(a,e,v,C)local jr,f={},{}for z,g in ipairs({'ready','delayed','blocked'})do local hc=a.to[g]or{}for d=2,#hc,2 do jr[hc[d]]=g end end for d,b in ipairs(i)do local N,M=gK[b],string.sub(fL,d,d)local pr=N.set=='ready'and ar[jr[b]]f[d]=pr and pr[M]or M end for b,N in pairs(gK)do if N.head and N.before=='ready'and jr[b]=='ready'then a.readied=a.readied-1 end end return table.concat(f)end ",
    $isRegistered,
    $removeResults,
    "local a=dK(e.meta)local hd=dQ(a,u)if hd then return hd end local kn,j=bz(a,e,v,15,iK)if j then return j end local gK,i,iI,mw=dz(v,15,gD,6)ep(a,e,v,15,gK,i)if not ei(a,e,gK,i,mw)then return'large'end local fL,oz,fN='',{},6 while gD[fN]do local jy,n=dU(a,gD[fN]),string.match(gD[fN],'^%d (%d+)')for d=1,n do local b=gD[fN+d*2-1]fL=fL..bC(a,e,gK[b],gD[fN+d*2],jy)oz[#oz+1]=b end fN=fN+n*2+1 end table.sort(i,function(Z,fq)return(gK[Z].tick or 0)<(gK[fq].tick or 0)end)for z,b in ipairs(i)do fj(a,e,gK[b])end local z,fV=string.gsub(fL,'[rd]','')local hc=fV+(a.totals and a.totals.redriven or 0)if lz~=''and hc>0 then local kB=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)if da(a,'g')then kB=kB+redis.call('ZCARD',e.blocked)end if kB+hc>tonumber(lz)then return'full'end end fL=bF(a,e,v,15,gK,oz,fL)if a.to.seen then local iT=redis.call('ZRANGE',e.seen,'-inf',cs(a.now),'BYSCORE','LIMIT','0',cs(fV*2+8))for b,c in ipairs(iT)do if not gK[c]or not gK[c].rememberedUntil then dr(a,'seen',c)end end end a.enqueued=cs(a.enqueued+fV)if fV<#fL then ce(a,'duplicates',#fL-fV)end local lx=dj(a)local ir=(a.readied>0 or a.sooner)and db(a)if a.isNew then a.fields={'born',cs(a.now)}bq(a)end j=bY(a,e,u,fL)if j then return j end local iT={}for d,b in ipairs(iI)do if gK[b].isNew then iT[#iT+1]=hD[32+d-1]end end eD(iT)if ir then fg(a)end return'ok\\n'..fL..(lx and''or'\\nu')..(kn and'\\nv'or'')",
  ],
);

/** 6246 bytes. */
export const forwarded = /* @__PURE__ */ script(
  "forwarded",
  ["meta", "outbox"],
  ["times", "ranges..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],outbox=KEYS[2]}local R,mH=ARGV[1],{unpack(ARGV,2)}",
    $digits,
    $readClock,
    $pushPair,
    $appendPair,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $PADDING,
    $newUnit,
    $openUnit,
    $hasFlag,
    $count,
    $saveOld,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    "local a=dK(e.meta)local gg=dR(a,R)if gg then return gg end a.frees=true local fr=redis.call('ZCARD',e.outbox)for d=1,#mH,2 do fr=fr-redis.call('ZCOUNT',e.outbox,mH[d],mH[d+1])end if fr==0 and da(a,'q')then a.flags=string.gsub(a.flags,'q','')local j=bY(a,e)if j then return j end end for d=1,#mH,2 do local o=redis.pcall('ZREMRANGEBYSCORE',e.outbox,mH[d],mH[d+1])if di(o)then return o end end return'ok\\n'..fr",
  ],
);

/** 1520 bytes. */
export const outbox = /* @__PURE__ */ script(
  "outbox",
  ["meta", "outbox"],
  ["times", "after", "limit", "bytes"],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local gd,ms=KEYS[1],KEYS[2]local R,jK,kO,ri=unpack(ARGV,1,4)local fw=tonumber(kO)local rh=tonumber(ri)",
    $digits,
    $readClock,
    $HEAD_PATTERN,
    $NEW_HEAD,
    $newUnit,
    $openUnit,
    $hasFlag,
    "local a=dK(gd)local gg=dR(a,R)if gg then return gg end local nV=redis.call('HGET',gd,'born')or'0'local gS,gC,ge={'ok\\n'..cs(a.now)..' '..redis.call('ZCARD',ms)..' '..nV},0,fw if da(a,'l')then ge=1 end while#gS<=fw and gC<rh do local I=redis.call('ZRANGE',ms,'('..jK,'+inf','BYSCORE','LIMIT',cs(#gS-1),cs(ge))for z,N in ipairs(I)do gS[#gS+1]=N gC=gC+#N end if#I<ge then break end end return gS",
  ],
);

/** 24321 bytes. */
export const receive = /* @__PURE__ */ script(
  "receive",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "done", "expiring", "seen", "events", "groups", "holders", "lines", "overrides", "inbox", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "source", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],done=KEYS[7],expiring=KEYS[8],seen=KEYS[9],events=KEYS[10],groups=KEYS[11],holders=KEYS[12],lines=KEYS[13],overrides=KEYS[14],inbox=KEYS[15]}local u={replies=KEYS[16],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local v=KEYS local hD=KEYS local nE=ARGV[4]local gK={unpack(ARGV,5)}",
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
    $hasListeners,
    $addListener,
    $wake,
    $STATE_LETTERS,
    $flagLarge,
    $statesOf,
    $addJobs,
    $EVENT_LETTERS,
    $formatEvents,
    $writeEvents,
    $isRefused,
    $writeFields,
    $revert,
    $commit,
    $isRegistered,
    $removeResults,
    "local a=dK(e.meta)local hd=dQ(a,u)if hd then return hd end local k=redis.call('HGET',e.inbox,nE)local gD,nv,mZ,fB,kB={},{},0,k,nil for fN=1,#gK,5 do local w,lz,fC,b,iw=unpack(gK,fN,fN+4)if not k or w-k>0 then if lz~='-'and not kB then kB=redis.call('ZCARD',e.ready)+redis.call('ZCARD',e.delayed)+redis.call('ZCARD',e.blocked)end if lz~='-'and kB+#gD/3-lz>=0 then break end ee(gD,fC,b)gD[#gD+1]=iw nv[b],fB=hD[33+mZ],w end mZ=mZ+1 end if#gD==0 then return'ok\\n'..mZ..'\\n-'end a.writes={}local fL,z,iB=bp(a,e,v,16,gD,1,{addMember=br})local b,fV=string.gsub(fL,'%l','')a.enqueued=cs(a.enqueued+fV)if fV<#fL then ce(a,'duplicates',#fL-fV)end fL=bE(a,e,v,16,fL,iB)eg(a,e.inbox,nE,fB,k)local lx=dj(a)local ir=(a.readied>0 or a.sooner)and db(a)if a.isNew then a.fields={'born',cs(a.now)}bq(a)end local fR=mZ..'\\n'..fL local j=bY(a,e,u,fR)if j then return j end redis.pcall('PERSIST',e.inbox)local iT={}for c in pairs(iB)do iT[#iT+1]=nv[c]end eD(iT)if ir then fg(a)end return'ok\\n'..fR..(lx and''or'\\nu')",
  ],
);

/** 38649 bytes. */
export const settleLinked = /* @__PURE__ */ script(
  "settleLinked",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "groups", "holders", "lines", "overrides", "done", "expiring", "seen", "outbox", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "settles", "resultCount", "policy", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],groups=KEYS[7],holders=KEYS[8],lines=KEYS[9],overrides=KEYS[10],done=KEYS[11],expiring=KEYS[12],seen=KEYS[13],outbox=KEYS[14],endings=KEYS[15],endedBefore=KEYS[16],events=KEYS[17]}local u={replies=KEYS[18],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local v=KEYS local hD=KEYS local lO,rO=tonumber(ARGV[4]),tonumber(ARGV[5])local iD,iK=ARGV[6],ARGV[7]local gD=ARGV ",
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
    "local function eT(a,kU,fC,b,iw)local k,kX,jK=string.match(fC,'^(%d %d+ )%+(%d+)(.*)$')if kX then fC=k..(kX=='0'and'-'or'@'..cs(a.now+kX))..jK end a.tick=a.tick+1 local w=string.format('%015d',a.tick)local l=w..'\\n'..string.gsub(kU,' ','\\n')..'\\n'..fC..'\\n'..b..'\\n'..iw cB(a,'outbox',w,l)cM(a,iw)if not da(a,'q')then a.flags=a.flags..'q'end end local function bo(a,e,v,C,fL,gD,hD,oG,Q)local lv,nL,gX,nv,iT,n={},{},{},{},{},0 for fN=1,#gD,5 do local pN,kU,fC,b,iw=unpack(gD,fN,fN+4)local os=string.find(string.sub(fL,pN+0,pN+0),'[cf]')local H=#lv+1 lv[H]='-'if os then n=n+1 end if kU==''then if string.find(fC,'^%S+ %S+ %S+ [^-]')then nv[b],oG=hD[oG],oG+1 end if os then ee(nL,fC,b)nL[#nL+1]=iw gX[#gX+1]=H end elseif os then lv[H]='s'eT(a,kU,fC,b,iw)end end local z,lT=string.gsub(fL,'[cf]','')a.frees=n<=lT local gp={}if#gX>0 then a.writes=a.writes or{}local fV,b,iB=bp(a,e,v,C,nL,1,Q)local c,nX=string.gsub(fV,'%l','')a.enqueued=cs(a.enqueued+nX)if nX<#fV then ce(a,'duplicates',#fV-nX)end for d,H in ipairs(gX)do lv[H]=string.sub(fV,d,d)end for d,f in pairs(iB)do gp[d]=gX[f]iT[#iT+1]=nv[d]end end return lv,gp,iT end ",
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
    "local a=dK(e.meta)local hd=dQ(a,u)if hd then return hd end local kn,j=false,nil if not a.isNew then kn,j=bz(a,e,v,18,iK)if j then return j end end local Q={leaveWaiting=du,addMember=br}local pj,ij=8+lO*4,false local rU={unpack(gD,8,pj-1)}local fL,gA,jZ=eU(a,e,v,18,rU,1,hD,35,Q)if a.results then a.resultTtl=string.match(iD,'%S+$')end if gA>0 and not jZ then local z,b,kZ=ff(a,e,v,18,iD,gA*2+8)ij=kZ end local lv,iB,iT=bo(a,e,v,18,fL,{unpack(gD,pj)},hD,35+rO,Q)lv=bE(a,e,v,18,table.concat(lv),iB)if a.to.seen then local gj=redis.call('ZRANGE',e.seen,'-inf',cs(a.now),'BYSCORE','LIMIT','0',cs(#lv*2+8))for z,b in ipairs(gj)do if not iB[b]then dr(a,'seen',b)end end end local ir=(a.readied>0 or a.sooner)and db(a)cN(a)local fR=cU(a,fL,'-',false)..'\\n'..(lv==''and'-'or lv)if not a.isNew then j=bY(a,e,u,fR)if j then return j end fi(a,e)end eD(iT)if ir then fg(a)end if gA>0 and(ij or jZ)then eH(a)ff(a,e,v,18,iD,gA*2+8)bG(a,e,v,18)if(a.from.done or a.from.failed)and not bY(a,e)then fi(a,e)end end return'ok\\n'..fR..(kn and'\\nv'or'')",
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

/** 48714 bytes. */
export const turnGrouped = /* @__PURE__ */ script(
  "turnGrouped",
  ["meta", "ready", "delayed", "blocked", "leased", "failed", "groups", "holders", "lines", "overrides", "done", "expiring", "workers", "endings", "endedBefore", "events", "replies", "jobs*16", "results..."],
  ["lane", "number", "times", "count", "duration", "worker", "max", "policy", "heartbeat", "limits", "items..."],
  typeof LEASEHOLD_SCRIPTS === "string" ? [] : [
    "local e={meta=KEYS[1],ready=KEYS[2],delayed=KEYS[3],blocked=KEYS[4],leased=KEYS[5],failed=KEYS[6],groups=KEYS[7],holders=KEYS[8],lines=KEYS[9],overrides=KEYS[10],done=KEYS[11],expiring=KEYS[12],workers=KEYS[13],endings=KEYS[14],endedBefore=KEYS[15],events=KEYS[16]}local u={replies=KEYS[17],lane=ARGV[1],number=ARGV[2],times=ARGV[3]}local v=KEYS local hD=KEYS local ku={count=ARGV[4],duration=ARGV[5],worker=ARGV[6],max=ARGV[7]}local iD,lm,iK=unpack(ARGV,8,10)local gD=ARGV ",
    $digits,
    "local ag='00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899'local function dp(n)return string.sub(ag,n*2+1,n*2+2)end ",
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
    "local function dc(a)return{flags=a.flags,tick=a.tick,due=a.due,runs=a.runs,enqueued=a.enqueued,leased=a.leased,completed=a.completed,latencies=a.latencies..a.measured,readied=a.readied,sooner=a.sooner}end local function eI(a,x)a.flags,a.tick,a.due,a.runs,a.enqueued=x.flags,x.tick,x.due,x.runs,x.enqueued a.leased,a.completed,a.readied,a.sooner=x.leased,x.completed,x.readied,x.sooner a.latencies,a.measured=x.latencies,''end ",
    $placeOf,
    $priorityOf,
    $dueScore,
    "local function dl(r)return cs((r-1600000000000)*10000+9999)end ",
    $timeOfDue,
    "local function dZ(s)local y=s%10 return dX(y,(s-y)/10)end ",
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
    "local function ey(a,e,v,C)if not da(a,'s')then return end local gj,x,G=redis.call('HGET',a.meta,'release'),dc(a),{}local kd,gn=string.match(gj or'','^(%d+) (%S)$')local I=redis.call('HSCAN',e.groups,kd or'0','COUNT',cs(250))for d=1,#I[2],2 do local c={}dT(c,I[2][d+1])if c.number>0 or c.tat>0 then G[#G+1]=I[2][d]end end a.fields={'release',I[1]..' '..(gn or'-')}eR(a,a.meta,'release',gj)if I[1]=='0'then a.flags=string.gsub(a.flags,'s','')end ew(a,e,v,C,G,gn=='r')bG(a,e,v,C)if bY(a,e)then eI(a,x)end eH(a)end ",
    $hasListeners,
    $addListener,
    $wake,
    $adoptLimits,
    "local function cl(v,C,i,D,gC)local n=0 for d=1,D do local na=bS(i[d])gC=gC+redis.call('HSTRLEN',v[C+na],i[d])if gC>2000000 then break end n=d end return n end local function eS(a,b,H)dr(a,'ready',b)if not a.sentBack then a.sentBack={}end ee(a.sentBack,H,b)end local function dw(a,e,b,H,r)if not a.limited then a.limited={}end a.limited[b]=true dr(a,'ready',b)cB(a,'delayed',cy(cW(a,e.delayed,r),ea(H)),b)dx(a,r)end local function dM(a,e,v,C,c)if c.pausedUntil==math.huge or c.started>=c.cap or c.number==0 then return nil end if not c.next or c.used*2>=#c.next then local gh,gL=bR(c.number)local n=c.used==0 and 1 or c.used*3 c.next=redis.call('ZRANGE',e.blocked,gh,gL,'BYSCORE','LIMIT','0',cs(n),'WITHSCORES')local i={}for d=c.used*2+1,#c.next,2 do i[#i+1]=c.next[d]end if#i==0 then return nil end en(a,v,C,i)end local fN=c.used*2+1 c.used=c.used+1 return c.next[fN],eb(c.next[fN+1])end local function bs(a,P,T)local f=T>1 and P or{P}for d,x in ipairs(f)do local pX=string.find(x,'\\t',1,true)local h=a.members[pX and string.sub(x,pX+1)or x]if h then local S=h.cost~=1 and'\\t'..cs(h.cost)or''f[d]=x..'\\t\\t'..(h.group or'')..S end end return T>1 and f or f[1]end local function bW(a,e,v,C,ix)local iK=a.limits or el(a)local iA,mK,pf,P={},{},{},{}local ol,rv=tonumber(redis.call('HGET',a.meta,'tat')or'0'),(a.now-1600000000000)*1000 local mt=ol local ne,ic=false,0 local hB=iK.queueCap-redis.call('ZCARD',e.leased)local pv=hB<ix if pv then ix=hB end local function rY(S)if not iK.queueRate then return true end local w=eY(iK.queueRate,mt,S)if w>rv then ne=true dx(a,math.ceil(w/1000)+1600000000000)return false end mt=eW(a,iK.queueRate,mt,S)return true end local function pc(b,H,nE)local h=a.members[b]local c=h and h.group and a.groups[h.group]local S=h and h.cost or 1 if c then if not c.started then c.started,c.spent,c.used=c.held,c.tat,0 end local r=eZ(c,c.spent,S)if r>a.now or c.started>=c.cap then if nE=='blocked'then return end if c.started>=c.cap or r==math.huge then eS(a,b,H)else dw(a,e,b,H,r)end return end end if not rY(S)then return end local fN=#iA+1 iA[fN],mK[fN],pf[fN]=b,nE,S if c then c.started=c.started+1 if c.rate then c.spent=eW(a,c.rate,c.spent,S)end local x,y=dM(a,e,v,C,c)if x then local f=dA(P,y)f.first=f.first or 1 f[#f+1]=x end end end local function pd(y)for nI=0,y-1 do local f=P[nI]while f and f.first<=#f and#iA<ix and not ne do f.first=f.first+1 pc(f[f.first-1],nil,'blocked')end if f and f.first>#f then P[nI]=nil end end end local nb repeat if#iA>=ix then break end local n=math.min(1000-ic+#iA,math.max(ix-#iA,ic))local gK=redis.call('ZRANGE',e.ready,cs(ic),cs(ic+n),'WITHSCORES')local i,G={},{}for d=1,#gK,2 do i[#i+1]=gK[d]end en(a,v,C,i)for z,b in ipairs(i)do local h=a.members[b]if h and h.group then G[#G+1]=h.group end end ej(a,e,G)nb=#i<=n for d,b in ipairs(i)do local H=gK[d*2]pd(ea(H))if#iA>=ix or ne then nb=false break end pc(b,string.format('%016d',H),'ready')ic=ic+1 end until nb or ne or ic-#iA>=1000 if nb then pd(10)end local pp=false for nI=0,9 do local f=P[nI]or{first=1}for d=f.first,#f do local h=a.members[f[d]]if h and h.group then a.touched=bA(a.touched,h.group)end pp=true end end local kZ=not ne and not pv and(not nb or pp)if da(a,'l')and#iA>1 then local kS=math.max(1,cl(v,C,iA,#iA,0))for d=#iA,kS+1,-1 do iA[d]=nil kZ=true end end if iK.queueRate and#iA>0 then mt=ol for d=1,#iA do mt=eW(a,iK.queueRate,mt,pf[d])end if not a.fields then a.fields={}end ee(a.fields,'tat',cs(mt))eR(a,a.meta,'tat',cs(ol))end return iA,mK,kZ end ",
    $leaveWaiting,
    $beginEndings,
    $rotateEndings,
    "local function eN(a,e,jL,nk)local D=redis.call('HLEN',e.endings)if D<nk then return end local jP=redis.call('HGET',e.endings,'')if not jP then bM(a,e)end if D>=1000000 or jP and a.now-jP>jL then eM(a,e)if D==1 then redis.call('UNLINK',e.endings,e.endedBefore)end end end ",
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
    "local function ez(a,e,v,C,fw)local i=redis.call('ZRANGE',e.expiring,'-inf',cs(a.now),'BYSCORE','LIMIT','0',cs(fw))local ii=dv(a,v,C,i,1)local jT=0 if#i>0 then local fP,fM,gm=ek(v,C,i,1)local jr={ready=redis.call('ZMSCORE',e.ready,unpack(i)),delayed=redis.call('ZMSCORE',e.delayed,unpack(i))}if da(a,'g')then jr.blocked=redis.call('ZMSCORE',e.blocked,unpack(i))end for d,b in ipairs(i)do local q,ka=fM or gm[d],false for z,im in pairs(jr)do ka=ka or im[d]end if ka then jT=jT+1 bn(a,b,'E')end if not ka or not fb(a,e,q,b,fP[d])then dr(a,'expiring',b)if ka then eB(a,q,b,fP[d])end for g,im in pairs(jr)do if im[d]then dr(a,g,b)end end end end if jT>0 then ce(a,'expired',jT)end end return jT,#i,ii end local function es(a,e,q,b,k,gq,mu)local t,iS=dV(k),gq local kg=t and t.attempt-t.released>=tonumber(t.max)if t then cz(t,a.now,string.lower(gq),kg and mu or'')end if kg then ce(a,'failed',1)if fb(a,e,q,b,k,t)then return true end cB(a,'failed',cs(a.now),b)iS=gq=='L'and'E'or'F'else cD(a,'ready',t and t.place or dX(5,0),b,t and t.expiresAt or'0')ce(a,'reclaimed',1)end if t then eK(a,q,'\\t'..b,cT(t,iS),k)end dr(a,'leased',b)return kg end local function er(a,e,v,C,fw)local i=redis.call('ZRANGE',e.leased,'-inf',cs(a.now),'BYSCORE','LIMIT','0',cs(fw))local ii,iy=da(a,'f')and dv(a,v,C,i,1),0 if#i>0 then local fP,fM,gm=ek(v,C,i,1)for d=1,#i do if es(a,e,fM or gm[d],i[d],fP[d],'L','\"lease expired\"')then iy=iy+1 end end end return#i,iy,ii end local function ec(a,e,fw)local gs=redis.call('ZRANGE',e.delayed,'-inf',dl(a.now),'BYSCORE','LIMIT','0',cs(fw),'WITHSCORES')for d=1,#gs,2 do local H=dZ(gs[d+1])cB(a,'ready',H,gs[d])dr(a,'delayed',gs[d])end a.readied=a.readied+#gs/2 return#gs/2 end local function dL(e)local r=aW for z,g in ipairs({'leased','delayed','expiring'})do local s=redis.call('ZRANGE',e[g],'0','0','WITHSCORES')[2]if s and g=='delayed'then s=fd(s)end if s and s-r<0 then r=s end end return cs(r)end local function de(a,b)if not a.isFinished then a.isFinished={}for z,oj in ipairs(a.finished)do a.isFinished[oj]=true end end return a.isFinished[b]end local function dq(a,e,v,C,ku,ix,iA)local P,iq,A,kr,ht,gF,lp local T,ic,gC,kN=0,0,0,false local mz local nD,mB,kz=nil,0,0 local oV,nG=' '..ku.max..' 0','\\n'..ku.worker repeat local i if iA then i=iA elseif ic==0 then i=redis.call('ZRANGE',e.ready,'0',ku.count)else i=redis.call('ZRANGE',e.ready,cs(ic),cs(ic+ix-T))end local D,fr=#i,ix-T gF=D>fr if gF then D=fr end if da(a,'l')and(D>1 or ic>0)then local kS=cl(v,C,i,D,gC)if kS==0 and ic==0 then kS=1 end kN=kS<D D=kS gF=gF or kN end for d=#i,D+1,-1 do i[d]=nil end if D>0 then local I,fM,gm,K if D==1 then local n=bS(i[1])fM,K=v[C+n],{i[1],'\\t'..i[1]}I=redis.call('HMGET',fM,K[1],K[2])else I,fM,gm,K=ek(v,C,i,2)end local f=nil if fM and a.oneHash==fM then f=a.oneWrite end if not ht then kr=a.now+ku.duration ht=cs(kr)end for d=1,D do local b,ga,t=i[d],I[d*2-1],I[d*2]local q,fZ,jP,lB=fM or gm[d],'0',nil,oV if ga and string.byte(ga,17)~=58 then local n,hF=string.match(ga,'^(%d+)([^:]*)')if#(n or'')~=16 then jP,hF=dX(5,0),''end fZ=string.match(hF,' x(%d+)')or fZ lB=' '..(string.match(hF,' m(%d+)')or ku.max)..' '..fZ end if not e.delayed and(not ga or fZ~='0')then lp=true end if not e.delayed and t and a.finished and string.byte(t)==76 then local ok=de(a,b)lp=lp or ok end if e.delayed and(not ga or fZ~='0'and fZ-a.now<=0)then if ga then gC=gC+#ga end local nc=ga and da(a,'f')and redis.call('HEXISTS',q,'\\4'..b)==1 if nc and iA then a.overtaken=bB(a.overtaken,b,t)elseif nc then local no=redis.call('ZSCORE',e.ready,b)cB(a,'delayed',cy(no%900000000000000,ea(no)),b)dC(a,0)else eB(a,q,b,t)dr(a,'expiring',b)if ga then ce(a,'expired',1)bn(a,b,'E')end end elseif ga then T=T+1 if e.delayed and fZ~='0'then dr(a,'expiring',b)end local w,gR=a.tick+T,nil if D==1 then gR=string.format('%015d',w)else local fX=w%100 if fX==0 or not mz then mz=string.format('%013d',(w-fX)/100)end gR=mz..dp(fX)end local x,J,N,H=b,K[d*2],nil,jP or string.sub(ga,1,16)if t then local jA,nU,np,jG,E=string.match(t,'^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\\n]*\\n[^\\n]*(.*)$')jA,E=cs((jA or 0)+1),E or'\\n'x=jA..'\\t'..b N='L '..gR..' '..jA..' '..(nU or'0')..' '..(np or H)..lB..(jG or'')..nG..E if string.byte(t)==76 or string.find(E,'\\n[gbw] [^\\n]*$')then H=nil else H=np or H end a.histories=bA(a.histories,'H'..E)else N='L '..gR..' 1 0 '..H..lB..nG..'\\n'a.runsMore=(a.runsMore or 0)+1 end if H then local mq=string.sub(H,1,13)if mq~=nD then if kz>0 then dE(a,64,mB,kz)end mB=a.now-1600000000000-(tonumber(mq)or 0)%900000000000 nD,kz=mq,0 end kz=kz+1 end if t and#N<=#t then eK(a,q,J,N,t)else if t then eR(a,q,J,t)end if fM then f=bB(f,J,N)else fl(a,q,J,N)end end if T==1 then P,iq,A,a.to.leased=x,ga,gR,{ht,b}else if T==2 then P,iq={P},{iq}end P[T],iq[T]=x,ga ee(a.to.leased,ht,b)end gC=gC+#ga a.lastTick=gR end end if fM and f then if not a.oneWrite or a.oneHash==fM then a.oneHash,a.oneWrite=fM,f else for fN=1,#f,2 do fl(a,fM,f[fN],f[fN+1])end end end end ic=ic+D until lp or not gF or kN or T>=ix or ic-T>=1000 if kz>0 then dE(a,64,mB,kz)end if ic>0 and not iA then a.popped=ic==1 and'0'or cs(ic-1)end if T>0 then a.tick=a.tick+T a.leased=cs(a.leased+T)if kr-a.due<0 then a.due=ht end if T>15 then ee(a.to.leased,'+inf',aY)a.isLong=true end end return P,iq,T,A,ht,gF,lp end ",
    $trimEnded,
    "local function cR(a,fL,P,T,gR,ht,gF)if T>1 then P=table.concat(P,'\\n')end return fL..'\\n- '..ht..(gF and' 1 'or' 0 ')..a.due..' -'..a.flags..' '..gR..'\\n'..P end ",
    $formatSettled,
    "local function fh(a,l,iq,T)if not iq then return'ok\\n'..l end if T==1 and not a.histories and#iq<4000 then return'ok\\n'..l..'\\n\\n'..iq end if T==1 then iq={iq}end table.insert(iq,1,'ok\\n'..l)if a.histories then for z,mj in ipairs(a.histories)do iq[#iq+1]=mj end end return iq end local ap='-1001'local function dO(le,iN,fD)if iN~=''and redis.pcall('ZADD',le,cs(fD),iN)==1 then redis.call('ZREMRANGEBYRANK',le,'0',ap)end end ",
    $isRegistered,
    "local function eP(e,u,hZ,Q)local v,C,gD,iD,lm=hZ.jobs,hZ.offset,hZ.items,hZ.policy,hZ.heartbeat local lu=hZ.lease local a=dK(e.meta)local hd=dQ(a,u)if hd then return hd end local il=da(a,'g')if il and not Q then return'grouped'end a.frees=true local kn=false if Q and not a.isNew then local j kn,j=Q.adoptLimits(a,e,v,C,hZ.limits)if j then return j end Q.releaseMore(a,e,v,C)il=da(a,'g')end local lO,lw,kP=gD[hZ.first]~=nil,lu.count~='0',a.now-a.due>=0 local ix=da(a,'p')and 0 or tonumber(lu.count)local x=dc(a)local fL,l,iq,T,hy,jD='-',nil,nil,0,false,0 local function kL()if il then Q.arrange(a,e,v,C)end end local function jY(ik,fR)local j local mE=lO or T>0 or u.number~='0'cN(a)if ik then j=bY(a,e,u,mE and fR)end if j then eI(a,x)else fi(a,e)x=dc(a)if fR and ik then a.before=u.number..'\\n'..fR end l=fR or l end eH(a)return j end local function nB()local z,gA,jZ,ii,ij fL,gA,jZ,ii=eU(a,e,v,C,gD,hZ.first,hZ.results,hZ.firstResult,Q)if a.results then a.resultTtl=string.match(iD,'%S+$')end if gA>0 and not jZ then z,z,ij=ff(a,e,v,C,iD,gA*2+8)end jD=(ij or jZ)and gA or 0 if ii then lw=false end kL()return not a.isNew or string.find(fL,'%l')~=nil end local function og()local f=a.overtaken or{}for d=1,#f,2 do local q=bS(f[d])fb(a,e,v[C+q],f[d],f[d+1])a.lastTick=nil bn(a,f[d],'E')ce(a,'expired',1)end end local function oB(ik,mh)local P,gR,ht,gF if kP then a.due=dL(e)ik=not a.isNew gF=a.now-a.due>=0 end if ix>0 then if il then local iA,mK,kZ=Q.choose(a,e,v,C,ix)if iA[1]then P,iq,T,gR,ht=dq(a,e,v,C,lu,ix,iA)end if T>0 then P=Q.addMembers(a,P,T)end for d,b in ipairs(iA)do dr(a,mK[d],b)end og()gF=kZ ik=ik or iA[1]or a.from.ready a.readied=math.max(0,a.readied-T)kL()else P,iq,T,gR,ht,gF=dq(a,e,v,C,lu,ix)end gF=gF or a.now-a.due>=0 hy=not gF end if not a.isNew and(T==0 or lm~='')then local oy=bq(a)ik=ik or oy or lO or u.number~='0'end if T>0 then return true,cR(a,fL,P,T,gR,ht,gF)end local gs=mh and a.due or dL(e)if a.limitedUntil and a.limitedUntil-gs<0 then gs=cs(a.limitedUntil)end return ik or a.popped,cU(a,fL,gs,gF)end local function ng(ik,mh)local ot,fR=oB(ik,mh)local j=jY(ot,fR)if j then T,iq,hy=0,nil,false end return j end local function nF(n)if n==0 then return end ff(a,e,v,C,iD,n*2+8)kL()jY(a.from.done or a.from.failed)end local ow=lw if lO then local ik,j=nB(),nil if lw and not kP and not il and a.readied==0 and not a.from.ready then lw=false j=ng(ik,true)if j then ik=nB()end end if not l then j=jY(ik,cU(a,fL,'-',ow))if j then return j end end end if lw then if kP then local mi=math.min(1000,10+ix*2)local z,I=ez(a,e,v,C,mi)kL()jY(I>0)local mI,iy=er(a,e,v,C,mi)local b,ij if iy>0 then b,b,ij=ff(a,e,v,C,iD,iy*2+8)end kL()local j=jY(mI>0)if ij and not j then nF(iy)end local ma=ec(a,e,mi)kL()jY(ma>0)end local j=ng(false,false)if not l then return j end end nF(jD)if not il then a.readied=a.readied-T end local mm,ir=a.readied>0 or a.sooner,false if mm then ir=db(a)elseif hy and(T>0 or kP)then ir=da(a,'h')end if ir then fg(a,hy)end if lm~=''and not a.isNew then if lm=='p'then redis.pcall('HSET',e.meta,'policy',iD)end dO(e.workers,string.match(lu.worker,'^[^\\31]*'),a.now)eN(a,e,120000,10000)local lx=dj(a)if not lx and l then l=string.gsub(l,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1u')end if kn and l then l=string.gsub(l,'^(%S+\\n%S+ %S+ %S+ %S+ %-)','%1v')end end return fh(a,l or cU(a,fL,'-',false),iq,T)end return eP(e,u,{jobs=v,offset=17,results=hD,firstResult=34,lease=ku,policy=iD,heartbeat=lm,items=gD,first=11,limits=iK},{adoptLimits=bz,arrange=bG,choose=bW,addMembers=bs,leaveWaiting=du,releaseMore=ey})",
  ],
);
